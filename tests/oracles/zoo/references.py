"""What ONNX Runtime gives for every file of models.py, forms.py and masks.py, for seeded inputs.

usage: references.py FOLDER            FILE.cases.json and FILE.bin beside every FILE, for the
                                       example `zoo`
       references.py FOLDER fixtures   tests/data/zoo/*.json.gz: small files and what they give,
                                       one in some form for every architecture and form

Every file has three cases: one row, rows with padding, and rows of a greater length.
"""

import base64
import glob
import gzip
import json
import os
import sys

import numpy as np
import onnxruntime as ort

ort.set_default_logger_severity(4)

CASES = [(1, 12, 5, 4), (3, 20, 7, 6), (2, 47, 1, 12)]
PADDING_1 = ("roberta", "xlm-roberta", "camembert", "mpnet", "bart", "mbart")
FIXTURES = {
    "bert": ["f32-o11", "int8-channel-rr", "O2", "dynamo"],
    "minilm": ["f32-o17", "uint8-tensor", "q4"],
    "distilbert": ["f32-o14", "int8-tensor", "O1"],
    "roberta": ["f32-o14", "int8-channel", "bnb4"],
    "xlm-roberta": ["f32-o17", "uint8-channel-rr", "q4f16"],
    "camembert": ["slim", "fp16"],
    "electra": ["f32-o11", "int8-tensor"],
    "albert": ["f32-o14", "uint8-tensor", "O2"],
    "mpnet": ["f32-o14", "int8-channel", "O2"],
    "deberta-v3": ["f32-o14", "int8-tensor", "O1", "fp16", "dynamo"],
    "modernbert": ["f32-o14", "int8-channel-rr", "q4", "dynamo"],
    "t5": ["f32-o14", "int8-tensor"],
    "flan-t5": ["f32-o17", "q4"],
    "mt5": ["slim", "bnb4"],
    "bart": ["f32-o13", "int8-channel-rr", "O2"],
    "mbart": ["f32-o11", "uint8-channel-rr"],
    "pegasus": ["f32-o14", "fp16"],
    "marian": ["f32-o17", "int8-channel"],
    "mask": ["dynamo"],
}


def feeds(session, name, file, case, vocabulary):
    """Seeded inputs; the sizes of named axes are the same throughout."""
    rng = np.random.default_rng(11 + case)
    batch, length, decoder, past = CASES[case]
    mask = np.ones((batch, length), np.int64)
    if batch > 1:
        mask[1, length - 5:] = 0

    def size(axis):
        if isinstance(axis, int):
            return axis
        for part, value in (("batch", batch), ("past", past), ("decoder", decoder)):
            if part in str(axis):
                return value
        return length

    feed = {}
    for given in session.get_inputs():
        shape = [size(axis) for axis in given.shape]
        ids = lambda: rng.integers(3, vocabulary - 1, shape).astype(np.int64)
        if given.name == "input_ids" and "decoder" in str(given.shape[-1]):
            feed[given.name] = ids()
        elif given.name == "input_ids":
            feed[given.name] = ids()
            if shape == list(mask.shape):
                feed[given.name][mask == 0] = 1 if name in PADDING_1 else 0
        elif given.name in ("attention_mask", "encoder_attention_mask"):
            feed[given.name] = mask
        elif given.name == "token_type_ids":
            feed[given.name] = np.zeros(shape, np.int64)
            feed[given.name][:, length // 2:] = 1
        elif given.name == "use_cache_branch":
            feed[given.name] = np.array([case > 0])
        else:
            feed[given.name] = (rng.standard_normal(shape) * 0.5).astype(np.float32)
    if "merged" in file and case == 0:
        for key in feed:
            if key.startswith("past_key_values"):
                feed[key] = feed[key][:, :, :0]
    if ("merged" in file and case > 0 or "with_past" in file) and "input_ids" in feed:
        feed["input_ids"] = feed["input_ids"][:, :1]
    return feed


def run(path, cases):
    """Inputs and outputs of the cases; None if ONNX Runtime does not run the file."""
    name, _, file = path.split("/")[-3:]
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    try:
        session = ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        vocabulary = 60 if "tiny" in path else 200
        found = []
        for case in cases:
            feed = feeds(session, name, file, case, vocabulary)
            outputs = session.run(None, feed)
            found.append((feed, dict(zip([o.name for o in session.get_outputs()], outputs))))
        return found
    except Exception as error:
        print("not run", "/".join(path.split("/")[-3:]), str(error).splitlines()[0][:160], flush=True)
        return None


def for_example(folder):
    ran = 0
    for path in sorted(glob.glob(f"{folder}/*/*/*.onnx")):
        found = run(path, range(3))
        if not found:
            continue
        cases = []
        with open(path + ".bin", "wb") as blob:
            def put(name, array):
                array = np.ascontiguousarray(array)
                at = blob.tell()
                blob.write(array.tobytes())
                return dict(name=name, dtype=str(array.dtype), shape=list(array.shape), at=at,
                            bytes=array.nbytes)
            for feed, outputs in found:
                cases.append(dict(inputs=[put(*item) for item in feed.items()],
                                  outputs=[put(*item) for item in outputs.items()]))
        json.dump(cases, open(path + ".cases.json", "w"))
        ran += 1
    print(ran, "files run")


def fixtures(folder):
    target = os.path.join(os.path.dirname(__file__), "../../data/zoo")
    os.makedirs(target, exist_ok=True)
    made = [name for name in FIXTURES if os.path.exists(f"{folder}/{name}")]
    for name in made:
        for old in glob.glob(f"{target}/{name}-*.json.gz"):
            os.remove(old)
    text = lambda array: base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()
    stored = lambda items: [dict(name=n, dtype=str(a.dtype), shape=list(a.shape), values=text(a))
                            for n, a in items.items()]
    total = 0
    for name in made:
        for form in FIXTURES[name]:
            for path in sorted(glob.glob(f"{folder}/{name}/{form}/*.onnx")):
                file = os.path.basename(path)
                # A merged decoder holds the other two.
                merged = os.path.exists(path.replace(file, "decoder_model_merged.onnx"))
                if merged and file in ("decoder_model.onnx", "decoder_with_past_model.onnx"):
                    continue
                found = run(path, range(2))
                if not found:
                    continue
                content = json.dumps(dict(
                    model=name, form=form, onnx=base64.b64encode(open(path, "rb").read()).decode(),
                    cases=[dict(inputs=stored(feed), outputs=stored(outputs))
                           for feed, outputs in found],
                )).encode()
                stem = file.removesuffix(".onnx")
                with open(f"{target}/{name}-{form}-{stem}.json.gz", "wb") as out:
                    data = gzip.compress(content, 9, mtime=0)
                    out.write(data)
                    total += len(data)
    print(total, "bytes")


if __name__ == "__main__":
    if sys.argv[2:] == ["fixtures"]:
        fixtures(sys.argv[1])
    else:
        for_example(sys.argv[1])
