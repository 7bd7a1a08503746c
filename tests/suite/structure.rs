//! Layout: clustering against brute force and kodama, k-means against
//! scikit-learn, readers and bounds.

use epitome::structure::kinds::Traits;
use epitome::structure::kmeans::{Point, lloyd};
use epitome::structure::linkage::{Extent, cut, single_linkage};
use epitome::structure::pdfjs::PdfJsPage;
use epitome::structure::{BlockOptions, Cuts, PageLayout};
use epitome::{ErrorKind, Result};

/// A small generator, so that the same pages come on every platform.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    fn share(&mut self) -> f64 {
        self.below(1 << 30) as f64 / (1u64 << 30) as f64
    }
}

/// Boxes such as pages hold: words in lines, some at one place, some alone.
fn random_page(random: &mut Random, count: usize) -> Vec<Extent> {
    (0..count)
        .map(|_| {
            let (x, y) = match random.below(3) {
                0 => (random.share() * 40.0, random.below(12) as f64),
                1 => (random.below(8) as f64, random.below(8) as f64),
                _ => (random.share() * 40.0, random.share() * 60.0),
            };
            let width = random.share() * 3.0;
            let kind = random.below(2) as f64;
            Extent {
                low: [x, y, kind],
                high: [x + width, y, kind],
            }
        })
        .collect()
}

/// Joins the two nearest clusters until none is nearer than `height`: the
/// definition of single linkage, cluster by cluster.
fn brute_force(extents: &[Extent], height: f64) -> Vec<usize> {
    let mut clusters: Vec<Vec<usize>> = (0..extents.len()).map(|index| vec![index]).collect();
    let distance = |a: &[usize], b: &[usize]| {
        a.iter()
            .flat_map(|&i| b.iter().map(move |&j| (i, j)))
            .map(|(i, j)| extents[i].squared_distance(&extents[j]).sqrt())
            .fold(f64::INFINITY, f64::min)
    };
    loop {
        let mut nearest = (f64::INFINITY, 0, 0);
        for a in 0..clusters.len() {
            for b in a + 1..clusters.len() {
                let found = distance(&clusters[a], &clusters[b]);
                if found < nearest.0 {
                    nearest = (found, a, b);
                }
            }
        }
        let (found, a, b) = nearest;
        if found > height || found.is_infinite() {
            break;
        }
        let other = clusters.remove(b);
        clusters[a].extend(other);
    }
    let mut labels = vec![0; extents.len()];
    clusters.sort_by_key(|cluster| cluster.iter().min().copied());
    for (label, cluster) in clusters.iter().enumerate() {
        for &index in cluster {
            labels[index] = label;
        }
    }
    labels
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn clusters_are_those_of_brute_force() {
    let mut random = Random(0x5eed);
    for round in 0..60 {
        let extents = random_page(&mut random, 1 + round % 30);
        let merges = single_linkage(&extents);
        assert_eq!(merges.len() + 1, extents.len());
        for height in [0.0, 0.3, 0.99, 1.0, 1.5, 3.0, 1000.0] {
            assert_eq!(
                cut(extents.len(), &merges, height),
                brute_force(&extents, height),
                "round {round}, height {height}"
            );
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn heights_are_those_of_kodama() {
    let mut random = Random(77);
    for count in [2, 3, 50, 400, 900] {
        let extents = random_page(&mut random, count);
        let mut matrix = vec![];
        for (index, a) in extents.iter().enumerate() {
            for b in &extents[index + 1..] {
                matrix.push(a.squared_distance(b).sqrt());
            }
        }
        let expected = kodama::linkage(&mut matrix, count, kodama::Method::Single);
        let found = single_linkage(&extents);
        let mut heights: Vec<f64> = expected.steps().iter().map(|s| s.dissimilarity).collect();
        heights.sort_by(f64::total_cmp);
        assert_eq!(found.len(), heights.len());
        for (merge, height) in found.iter().zip(heights) {
            assert!((merge.height - height).abs() < 1e-12, "{count} boxes");
        }
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn kmeans_reaches_the_optimum_of_scikit_learn() {
    #[derive(serde::Deserialize)]
    struct Case {
        points: Vec<Point>,
        start: Vec<Point>,
        centres: Vec<Point>,
        labels: Vec<usize>,
        inertia: f64,
    }
    let cases: Vec<Case> = serde_json::from_str(include_str!("../data/kmeans.json")).unwrap();
    assert!(cases.len() >= 8);
    for (index, case) in cases.iter().enumerate() {
        let found = lloyd(&case.points, case.start.clone());
        assert_eq!(found.labels, case.labels, "case {index}");
        assert!(
            (found.inertia / case.inertia - 1.0).abs() < 1e-9,
            "case {index}"
        );
        for (a, b) in found
            .centres
            .iter()
            .flatten()
            .zip(case.centres.iter().flatten())
        {
            assert!((a - b).abs() < 1e-9, "case {index}");
        }
    }
}

/// A page of two columns in pdftohtml's XML: a head, headings in bold,
/// paragraphs of several lines, of which one is justified by wide spaces, marks
/// in the margin.
fn two_columns(pages: usize) -> String {
    let mut xml = String::from("<pdf2xml>");
    for page in 0..pages {
        xml += &format!(
            "<page number=\"{}\" width=\"900\" height=\"1200\"><fontspec id=\"0\" size=\"15\" family=\"Serif\"/><fontspec id=\"1\" size=\"12\" family=\"Sans\"/>",
            page + 1
        );
        let mut text = |left: f64, top: f64, font: usize, bold: bool, words: &str| {
            let width = 7.5 * words.chars().count() as f64;
            let words = &if words.contains("line 3") {
                words.replace(' ', "   ")
            } else {
                words.into()
            };
            let words = if bold {
                format!("<b>{words}</b>")
            } else {
                words.into()
            };
            xml += &format!(
                "<text top=\"{top}\" left=\"{left}\" width=\"{width}\" height=\"20\" font=\"{font}\">{words}</text>"
            );
        };
        text(
            200.0,
            60.0,
            1,
            false,
            "A head over both columns, as wide as it is dull, page after page",
        );
        for column in (0..2).rev() {
            let left = 100.0 + 365.0 * column as f64;
            let mut top = 110.0;
            for part in 0..4 {
                text(
                    left + 15.0,
                    top,
                    0,
                    true,
                    &format!("Speaker {column}{part}:"),
                );
                for line in 0..5 {
                    top += 16.5;
                    text(
                        left,
                        top,
                        0,
                        false,
                        &format!("column {column} part {part} line {line} of running text"),
                    );
                }
                top += 30.0;
            }
        }
        text(60.0, 126.5, 0, false, "(A)");
        xml += "</page>";
    }
    xml + "</pdf2xml>"
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn columns_blocks_and_order_are_found() -> Result<()> {
    let found = PageLayout::from_pdftohtml(&two_columns(3))?.blocks(&BlockOptions::default())?;
    let texts: Vec<&str> = found
        .lines
        .iter()
        .filter(|line| line.page == 1 && line.text != "(A)")
        .map(|line| line.text.as_str())
        .collect();
    let mut expected =
        vec!["A head over both columns, as wide as it is dull, page after page".to_string()];
    for column in 0..2 {
        for part in 0..4 {
            expected.push(format!("Speaker {column}{part}:"));
            expected
                .extend((0..5).map(|line| {
                    format!("column {column} part {part} line {line} of running text")
                }));
        }
    }
    assert_eq!(texts, expected);
    // Head, mark, and per column four headings with four paragraphs.
    assert_eq!(found.blocks.len(), 3 * (2 + 2 * 8));
    let kind = |start: &str| {
        let line = found
            .lines
            .iter()
            .find(|line| line.text.starts_with(start))
            .unwrap();
        found.blocks[line.block].kind
    };
    assert_eq!(kind("Speaker 00"), kind("Speaker 13"));
    assert_eq!(kind("column 0 part 1"), kind("column 1 part 2"));
    assert_ne!(kind("Speaker 00"), kind("column 0 part 1"));
    assert_ne!(kind("A head"), kind("column 0 part 1"));
    let lines: usize = found.blocks.iter().map(|block| block.lines).sum();
    assert_eq!(lines, found.lines.len());
    Ok(())
}

/// What pdf.js gives for the same pages: points with the origin below, higher
/// lines, the same text in portions with a space between them, whose width is
/// that of the gap over the size of the text.
fn as_pdfjs(layout: &PageLayout) -> Vec<PdfJsPage> {
    let pages: Vec<_> = layout
        .pages()
        .iter()
        .map(|page| {
            let mut items = vec![];
            for found in &page.boxes {
                let per_character = found.width / found.text.chars().count() as f64;
                let size = layout.fonts()[found.font].size;
                let baseline = page.height - found.top - 0.8 * size;
                let scale = 2.0 / 3.0;
                let mut item = |text: &str, at: f64, width: f64| {
                    items.push(serde_json::json!({
                        "str": text, "dir": "ltr", "width": width * scale, "height": size * scale,
                        "transform": [size * scale, 0, 0, size * scale, at * scale, baseline * scale],
                        "fontName": format!("g_{}", found.font), "hasEOL": false
                    }));
                };
                let mut end = found.left;
                let mut passed = 0;
                for portion in found.text.split_inclusive(' ') {
                    let word = portion.trim_end();
                    if !word.is_empty() {
                        let at = found.left + per_character * passed as f64;
                        if passed > 0 {
                            item(" ", end, (at - end) / size);
                        }
                        let width = per_character * word.chars().count() as f64;
                        item(word, at, width);
                        end = at + width;
                    }
                    passed += portion.chars().count();
                }
                // As pdf.js has it between what stands far apart.
                item(" ", end, 50.0);
            }
            let styles: serde_json::Map<_, _> = layout
                .fonts()
                .iter()
                .enumerate()
                .map(|(index, font)| {
                    let style = serde_json::json!({"fontFamily": "serif", "ascent": 0.8, "descent": -0.2, "bold": font.bold});
                    (format!("g_{index}"), style)
                })
                .collect();
            serde_json::json!({ "width": page.width / 1.5, "height": page.height / 1.5, "items": items, "styles": styles })
        })
        .collect();
    serde_json::from_value(pages.into()).unwrap()
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn both_readers_give_the_same_lines_and_blocks() -> Result<()> {
    let xml = PageLayout::from_pdftohtml(&two_columns(2))?;
    let items = PageLayout::from_pdfjs(&as_pdfjs(&xml))?;
    let options = BlockOptions::default();
    let (a, b) = (xml.blocks(&options)?, items.blocks(&options)?);
    assert_eq!(a.lines.len(), b.lines.len());
    for (a, b) in a.lines.iter().zip(&b.lines) {
        assert_eq!((&a.text, a.page, a.block), (&b.text, b.page, b.block));
        assert!((a.left / 1.5 - b.left).abs() < 1e-6 && (a.top / 1.5 - b.top).abs() < 1e-6);
    }
    assert_eq!(a.blocks.len(), b.blocks.len());
    Ok(())
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_page_of_100000_boxes_ends() -> Result<()> {
    let mut random = Random(9);
    // Strewn over the page (fewer where nothing is optimised), all at one
    // place, strewn far apart in a row.
    let strewn = if cfg!(debug_assertions) {
        20_000
    } else {
        100_000
    };
    for (place, count) in [(0, strewn), (1, 100_000), (2, 10_000)] {
        let mut xml = String::from(
            "<pdf2xml><page number=\"1\" width=\"900\" height=\"1200\"><fontspec id=\"0\" size=\"9\" family=\"S\"/>",
        );
        for index in 0..count {
            let (left, top) = match place {
                0 => (random.share() * 900.0, random.share() * 1200.0),
                1 => (5.0, 5.0),
                _ => (random.share() * 1e6, 0.0),
            };
            xml += &format!(
                "<text top=\"{top}\" left=\"{left}\" width=\"4\" height=\"9\" font=\"0\">x{index}</text>"
            );
        }
        xml += "</page></pdf2xml>";
        let found = PageLayout::from_pdftohtml(&xml)?.blocks(&BlockOptions::default())?;
        let characters: usize = found
            .lines
            .iter()
            .map(|line| line.text.matches('x').count())
            .sum();
        assert_eq!(characters, count);
    }
    Ok(())
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn options_out_of_range_are_errors() {
    let layout = PageLayout::from_pdftohtml(&two_columns(1)).unwrap();
    for (options, words) in [
        (
            BlockOptions {
                kinds: 0,
                ..BlockOptions::default()
            },
            "kinds is 0; allowed are 1 to 100",
        ),
        (
            BlockOptions {
                cuts: Some(Cuts {
                    words: 0.1,
                    lines: f64::NAN,
                    blocks: 1.0,
                }),
                ..BlockOptions::default()
            },
            "cuts.lines is NaN",
        ),
    ] {
        let error = layout.blocks(&options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().contains(words), "{error}");
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn given_cuts_are_used() -> Result<()> {
    let layout = PageLayout::from_pdftohtml(&two_columns(1))?;
    let cuts = Cuts {
        words: 0.1,
        lines: 0.5,
        blocks: 0.0,
    };
    let found = layout.blocks(&BlockOptions {
        cuts: Some(cuts),
        ..BlockOptions::default()
    })?;
    assert_eq!(found.cuts, cuts);
    assert_eq!(found.blocks.len(), found.lines.len());
    Ok(())
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn an_empty_document_has_no_blocks() -> Result<()> {
    let found = PageLayout::from_pdfjs(&[])?.blocks(&BlockOptions::default())?;
    assert!(found.lines.is_empty() && found.blocks.is_empty());
    let traits = Traits {
        width: 0.0,
        height: 0.0,
        rank: 0,
        bold: false,
        size: 0.0,
    };
    assert!(traits.features().iter().all(|value| value.is_finite()));
    Ok(())
}

/// The lines of a case of `layouts.json`: what PDFs hold that their readers see otherwise.
fn lines_of(name: &str) -> (Vec<String>, serde_json::Value) {
    let cases: serde_json::Value =
        serde_json::from_str(include_str!("../data/layouts.json")).unwrap();
    let case = &cases[name];
    let layout = match case["input"]["xml"].as_str() {
        Some(xml) => PageLayout::from_pdftohtml(xml),
        None => {
            let pages: Vec<PdfJsPage> =
                serde_json::from_value(case["input"]["pages"].clone()).unwrap();
            PageLayout::from_pdfjs(&pages)
        }
    };
    let blocks = layout.unwrap().blocks(&BlockOptions::default()).unwrap();
    let lines = blocks.lines.into_iter().map(|line| line.text).collect();
    (lines, case["expected"].clone())
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_drop_cap_begins_its_line_and_overprinted_text_is_read_once() {
    for name in ["drop-cap", "overprinted-bold"] {
        let (found, expected) = lines_of(name);
        assert_eq!(serde_json::json!(found), expected, "{name}");
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn turned_text_keeps_its_spaces() {
    let (mut found, expected) = lines_of("rotated-text-spaces");
    let mut expected: Vec<String> = serde_json::from_value(expected).unwrap();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

/// The lines of the page that `tests/oracles/pdfs/page.py` has three writers of PDF make: overprinted, with a
/// drop cap, two columns, a ligature and turned text.
const LINES: [&str; 12] = [
    "Agenda of the day",
    "The dam above the town broke at noon",
    "and two villages were flooded soon,",
    "The mayor said on Monday that all roads",
    "in the valley had been closed for a week",
    "and the council met in the sports hall.",
    "Wir sprechen heute über Immo",
    "bilien und über die Ver‐",
    "waltung der Stadt an der Elbe.",
    "Die finanzielle Lage ist gut.",
    "Printed in the harbour on Monday",
    "Page 1 of 1",
];

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_page_reads_alike_by_three_writers_and_two_readers() -> Result<()> {
    let all: serde_json::Value = serde_json::from_str(include_str!("../data/pdfs.json")).unwrap();
    for (writer, read) in all.as_object().unwrap() {
        let pages: Vec<PdfJsPage> = serde_json::from_value(read["pdfjs"].clone()).unwrap();
        let layouts = [
            (
                "pdftohtml",
                PageLayout::from_pdftohtml(read["pdftohtml"].as_str().unwrap())?,
            ),
            ("pdf.js", PageLayout::from_pdfjs(&pages)?),
        ];
        for (reader, layout) in layouts {
            let blocks = layout.blocks(&BlockOptions::default())?;
            // A soft hyphen is what some writers leave out; a ligature is its letters.
            let plain = |text: &str| text.replace('\u{ad}', "").replace('ﬁ', "fi");
            let mut found: Vec<String> = blocks
                .lines
                .iter()
                .map(|line| plain(line.text.trim()))
                .collect();
            let mut wanted = LINES.map(str::to_owned).to_vec();
            found.sort();
            wanted.sort();
            assert_eq!(found, wanted, "{writer} by {reader}");
        }
    }
    Ok(())
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn tiny_fonts_and_far_boxes_end() -> Result<()> {
    let far = Extent {
        low: [1e200, 0.0, 0.0],
        high: [1e200, 0.0, 0.0],
    };
    let near = Extent {
        low: [0.0; 3],
        high: [0.0; 3],
    };
    assert!(single_linkage(&[near, far, near]).len() < 3);
    let xml = "<pdf2xml><page number=\"1\" width=\"9\" height=\"9\"><fontspec id=\"0\" size=\"1e-200\"/>\
               <text top=\"0\" left=\"0\" width=\"1\" height=\"1\" font=\"0\">a</text>\
               <text top=\"0\" left=\"100\" width=\"1\" height=\"1\" font=\"0\">b</text></page></pdf2xml>";
    let found = PageLayout::from_pdftohtml(xml)?.blocks(&BlockOptions::default())?;
    assert_eq!(found.lines.len(), 2);
    Ok(())
}
