"""One page as three writers of PDF make it, and what pdftohtml and pdf.js read of it, into ../../data/pdfs.json.

Needs reportlab, fpdf2, `pdftohtml` of poppler-utils, the font DejaVu Sans, and a folder in which
`npm install pdfkit pdfjs-dist` was run:  python tests/oracles/pdfs/page.py FOLDER
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from fpdf import FPDF
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

HERE = Path(__file__).parent
DATA = HERE.parent.parent / "data" / "pdfs.json"
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
WIDTH, HEIGHT = 595, 842
ITEMS = json.loads((HERE / "page.json").read_text())


def by_reportlab(file: Path) -> None:
    pdfmetrics.registerFont(TTFont("unicode", FONT))
    fonts = {"plain": "Times-Roman", "bold": "Times-Bold", "unicode": "unicode"}
    canvas = Canvas(str(file), pagesize=(WIDTH, HEIGHT), invariant=1)
    for item in ITEMS:
        canvas.saveState()
        canvas.translate(item["x"], HEIGHT - item["y"])
        canvas.rotate(item.get("turn", 0))
        canvas.setFont(fonts[item["font"]], item["size"])
        canvas.drawString(0, 0, item["text"])
        canvas.restoreState()
    canvas.save()


def by_fpdf(file: Path) -> None:
    page = FPDF(unit="pt", format=(WIDTH, HEIGHT))
    page.set_auto_page_break(False)
    page.add_page()
    page.add_font("unicode", "", FONT)
    fonts = {"plain": ("Times", ""), "bold": ("Times", "B"), "unicode": ("unicode", "")}
    for item in ITEMS:
        page.set_font(*fonts[item["font"]], size=item["size"])
        place = item["x"], item["y"]
        with page.rotation(item.get("turn", 0), *place):
            page.text(*place, item["text"])
    page.output(str(file))


def node(folder: Path, script: str, *arguments: str) -> str:
    command = ["node", str(HERE / script), str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def read(folder: Path, file: Path) -> dict:
    xml = subprocess.run(["pdftohtml", "-xml", "-i", "-stdout", str(file)], check=True, capture_output=True, text=True)
    return {"pdftohtml": xml.stdout, "pdfjs": json.loads(node(folder, "items.mjs", str(file)))}


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as made:
        files = {name: Path(made) / f"{name}.pdf" for name in ("reportlab", "fpdf2", "pdfkit")}
        by_reportlab(files["reportlab"])
        by_fpdf(files["fpdf2"])
        node(folder, "by_pdfkit.mjs", str(HERE / "page.json"), FONT, str(files["pdfkit"]))
        found = {name: read(folder, file) for name, file in files.items()}
    DATA.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
