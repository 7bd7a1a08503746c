"""Tests of `lcsts` on files written here: `PYTHONPATH=models python -m unittest recipes.matchers.lcsts_test`."""

import tempfile
import unittest
from pathlib import Path

from . import lcsts, data

_PART_II = """<doc id=0>
    <human_label>5</human_label>
    <summary>
        青岚三桥下月通车
    </summary>
    <short_text>
        青岚市交通局宣布，第三座大桥下月八日通车。a < b & c <b>
        第二行：全长一千二百米。
    </short_text>
</doc>

<doc id="1">
<human_label>2</human_label>
<summary>
太短
</summary>
<short_text>
摘要不足五个字符，因此论文不用这一对。
</short_text>
</doc>
<doc id=7>
    <human_label>1</human_label>
    <summary>这一行不是标签
    </summary>
</doc>
"""
_PART_I = "\ufeff<doc id=3>\n<summary>\n春茶减产一成五\n</summary>\n<short_text>\n受降雨影响，云溪县今年春茶减产。\n</short_text>\n</doc>\n"


class Lcsts(unittest.TestCase):
    def file(self, text: str) -> Path:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "PART_II.txt"
        path.write_text(text, encoding="utf-8")
        return path

    def test_records_keep_their_texts_whatever_they_hold(self):
        first, second = list(lcsts.read(self.file(_PART_II[: _PART_II.index("<doc id=7>")])))
        self.assertEqual((first.id, first.level, first.summary), (0, 5, "青岚三桥下月通车"))
        self.assertEqual(first.document, "青岚市交通局宣布，第三座大桥下月八日通车。a < b & c <b>\n第二行：全长一千二百米。")
        self.assertEqual((second.id, second.level, second.summary), (1, 2, "太短"))

    def test_a_part_without_labels_is_read(self):
        (record,) = lcsts.read(self.file(_PART_I))
        self.assertEqual((record.id, record.level), (3, None))
        self.assertEqual(lcsts.labelled(self.file(_PART_I)), [])

    def test_short_texts_are_left_out_as_in_the_paper(self):
        path = self.file(_PART_II[: _PART_II.index("<doc id=7>")])
        self.assertEqual([record.id for record in lcsts.labelled(path)], [0])
        (pair,) = data.from_lcsts(path)
        self.assertEqual((pair.level, pair.kind, pair.source), (5, "labelled", "PART_II"))

    def test_what_is_malformed_names_file_and_line(self):
        for text, message in (
            (_PART_II, r"PART_II.txt, line 23: unknown line in document 7"),
            ("<doc id=1>\n", "line 1: the file ends inside document 1"),
            ("<summary>\n", "line 1: expected <doc id=...>"),
            ("<doc id=1>\n<doc id=2>\n", "line 2: <doc id=2> inside document 1"),
            ("<doc id=1>\n<human_label>7</human_label>\n", "line 2: human_label is 7"),
            ("<doc id=1>\n<summary>\nx\n</summary>\n</doc>\n", "line 5: document 1 lacks <short_text>"),
            ("<doc id=1>\n<summary>\nx\n</summary>\n<summary>\n", "line 5: document 1 has a second <summary>"),
        ):
            with self.assertRaisesRegex(lcsts.LcstsError, message):
                list(lcsts.read(self.file(text)))


if __name__ == "__main__":
    unittest.main()
