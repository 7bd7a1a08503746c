//! Epitome's graphs and products alone, for a page or Node: on the feeds that onnxruntime-web takes,
//! without the texts around them.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use epitome::model::manifest::GraphSpec;
use epitome::model::{Backend, Bundle, Tensor, TensorData};
use epitome::runtime::cpu::CpuBackend;
use epitome_kernels::{dense, integer};
use js_sys::{BigInt64Array, Float32Array, Object, Reflect};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Numbers and their shape, as an `ort.Tensor` has them.
    #[wasm_bindgen(js_name = Tensor)]
    type Feed;

    #[wasm_bindgen(method, getter)]
    fn data(this: &Feed) -> JsValue;

    #[wasm_bindgen(method, getter)]
    fn dims(this: &Feed) -> Vec<usize>;
}

/// A graph that is ready to run.
#[wasm_bindgen]
pub struct GraphSession {
    spec: GraphSpec,
    session: Box<dyn epitome::model::Session>,
}

#[wasm_bindgen]
impl GraphSession {
    /// Reads the graph in the file `graph` of a model that has `paths` with `files`, one behind the
    /// other, of `lengths`.
    ///
    /// # Errors
    ///
    /// What Epitome says of the model.
    pub fn load(
        manifest: &[u8],
        paths: Vec<String>,
        lengths: &[usize],
        files: &[u8],
        graph: &str,
    ) -> Result<GraphSession, JsError> {
        let mut rest = files;
        let files = paths.into_iter().zip(lengths).map(|(path, &length)| {
            let (file, behind) = rest.split_at(length.min(rest.len()));
            rest = behind;
            (path, file.to_vec())
        });
        let bundle = Bundle::new(manifest, files.collect::<Vec<_>>())?;
        let mut graphs = bundle.manifest().graphs();
        let spec = graphs.find(|spec| spec.file == graph).cloned();
        let spec = spec.ok_or_else(|| JsError::new(&format!("no graph in {graph}")))?;
        let session = ready(CpuBackend.load(&bundle, &spec))??;
        Ok(Self { spec, session })
    }

    /// The first output for `feeds`: the graph's inputs by name, of int64 or float32.
    ///
    /// # Errors
    ///
    /// If an input is absent or of another type, or Epitome fails.
    pub fn run(&self, feeds: &Object) -> Result<Float32Array, JsError> {
        let inputs = self
            .spec
            .inputs
            .iter()
            .map(|input| tensor(&input.name, feeds));
        let inputs = inputs.collect::<Result<Vec<_>, JsError>>()?;
        let outputs = ready(self.session.run(inputs))??;
        match outputs.first().map(Tensor::data) {
            Some(TensorData::F32(values)) => Ok(Float32Array::from(values.as_slice())),
            _ => Err(JsError::new("the first output is not float32")),
        }
    }
}

/// The feed of an input.
fn tensor(name: &str, feeds: &Object) -> Result<Tensor, JsError> {
    let feed = Reflect::get(feeds, &name.into()).unwrap_or(JsValue::UNDEFINED);
    if feed.is_undefined() {
        return Err(JsError::new(&format!("input {name}: absent")));
    }
    let feed: Feed = feed.unchecked_into();
    let data = feed.data();
    let data = match (
        data.dyn_ref::<BigInt64Array>(),
        data.dyn_ref::<Float32Array>(),
    ) {
        (Some(ids), _) => TensorData::I64(ids.to_vec()),
        (_, Some(numbers)) => TensorData::F32(numbers.to_vec()),
        _ => {
            return Err(JsError::new(&format!(
                "input {name}: neither int64 nor float32"
            )));
        }
    };
    Ok(Tensor::new(feed.dims(), data)?)
}

/// What a future gives that is ready at once, as those of the CPU are.
fn ready<T>(future: impl Future<Output = T>) -> Result<T, JsError> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Ok(value),
        Poll::Pending => Err(JsError::new("the CPU lets wait")),
    }
}

/// A product of rows and a matrix, in float32 and in whole numbers.
#[wasm_bindgen]
pub struct Products {
    count: usize,
    rows: Vec<f32>,
    floats: dense::Weights,
    integers: integer::Weights,
    result: Vec<f32>,
}

#[wasm_bindgen]
impl Products {
    /// `rows` rows of `inputs` numbers, and as many weights as `inputs` times `outputs`.
    #[wasm_bindgen(constructor)]
    pub fn new(rows: usize, inputs: usize, outputs: usize) -> Self {
        let number =
            |at: usize, most: i32| (at % 9973 * 7919 % (2 * most as usize + 1)) as i32 - most;
        let weights: Vec<i8> = (0..inputs * outputs)
            .map(|at| number(at, 127) as i8)
            .collect();
        let floats: Vec<f32> = weights.iter().copied().map(f32::from).collect();
        Self {
            count: rows,
            rows: (0..rows * inputs)
                .map(|at| number(at, 250) as f32)
                .collect(),
            floats: dense::Weights::new(inputs, outputs, &floats),
            integers: integer::Weights::new(inputs, &weights, &vec![1.0; outputs]),
            result: vec![0.0; rows * outputs],
        }
    }

    /// Multiplies in float32, so many times.
    pub fn float32(&mut self, times: usize) {
        let product = dense::Product {
            rows: &self.rows,
            weights: &self.floats,
            shift: 0,
        };
        for _ in 0..times {
            dense::accumulate(
                &[product],
                self.count,
                self.floats.outputs(),
                &mut self.result,
            );
        }
    }

    /// How whole numbers are packed here.
    pub fn packing() -> String {
        format!("{:?}", integer::Packing::fastest())
    }

    /// Multiplies whole numbers, so many times; the packing of their rows is counted.
    pub fn int8(&mut self, times: usize) {
        for _ in 0..times {
            integer::accumulate(&self.rows, &self.integers, self.count, 0, &mut self.result);
        }
    }
}
