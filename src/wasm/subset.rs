//! `WasmSubset`: [`subset`](crate::subset) for JavaScript.

use wasm_bindgen::prelude::*;

use super::convert::{JsResult, from_js, js_error, to_js};
use super::paced::Paced;
use crate::error::{Error, ErrorKind};
use crate::subset::{
    AttributeSpec, Problem, ProblemSpec, ScoredTexts, SimilarityOptions, Solver, SubsetOptions,
};

/// A problem that is being written down, and then its search.
#[wasm_bindgen]
pub struct WasmSubset(Stage);

enum Stage {
    Spec(ProblemSpec),
    Texts(ScoredTexts),
    Search(Box<Solver>),
}

#[wasm_bindgen]
impl WasmSubset {
    /// A problem with the unary relatedness of its items.
    pub fn create(unary: Vec<f64>) -> WasmSubset {
        Self(Stage::Spec(ProblemSpec {
            unary,
            ..Default::default()
        }))
    }

    /// The problem of scored texts; options `{ neighbours, weight }`. `turn` is called between
    /// parts of the work, and awaited; what it throws, or the promise rejects with, ends the call.
    #[wasm_bindgen(js_name = fromTexts)]
    pub async fn from_texts(
        texts: Vec<String>,
        scores: Vec<f64>,
        options: JsValue,
        turn: js_sys::Function,
    ) -> JsResult<WasmSubset> {
        let options: SimilarityOptions = from_js("options", options)?;
        let work = async {
            let related = ScoredTexts::in_turns(&texts, &scores, &options).await;
            related.map_err(js_error)
        };
        Ok(Self(Stage::Texts(Paced::new(work, turn).await?)))
    }

    /// Adds related pairs: two items of `items` for each of `values`.
    pub fn pairs(&mut self, items: &[u32], values: &[f64]) -> JsResult<()> {
        self.spec()?.pairs = pairs(items, values);
        Ok(())
    }

    /// Adds related triples: three items of `items` for each of `values`.
    pub fn triples(&mut self, items: &[u32], values: &[f64]) -> JsResult<()> {
        self.spec()?.triples = items
            .as_chunks()
            .0
            .iter()
            .zip(values)
            .map(|(&[i, j, k], &value)| (i as usize, j as usize, k as usize, value))
            .collect();
        Ok(())
    }

    /// Adds an attribute with its budget.
    pub fn attribute(
        &mut self,
        name: Option<String>,
        budget: f64,
        unary: Vec<f64>,
        items: &[u32],
        values: &[f64],
    ) -> JsResult<()> {
        self.spec()?.attributes.push(AttributeSpec {
            name,
            budget,
            unary,
            pairs: pairs(items, values),
        });
        Ok(())
    }

    /// Allows at most `budget` texts.
    #[wasm_bindgen(js_name = limitItems)]
    pub fn limit_items(&mut self, budget: f64) -> JsResult<()> {
        self.texts()?.limit_items(budget);
        Ok(())
    }

    /// Allows at most `budget` words.
    #[wasm_bindgen(js_name = limitWords)]
    pub fn limit_words(&mut self, budget: f64) -> JsResult<()> {
        self.texts()?.limit_words(budget);
        Ok(())
    }

    /// Allows at most `budget` texts of each label.
    #[wasm_bindgen(js_name = limitLabels)]
    pub fn limit_labels(&mut self, labels: Vec<String>, budget: f64) -> JsResult<()> {
        self.texts()?
            .limit_labels(&labels, budget)
            .map_err(js_error)
    }

    /// Allows at most `budget` pairs of texts that repeat each other.
    #[wasm_bindgen(js_name = limitRepeats)]
    pub fn limit_repeats(&mut self, budget: f64) -> JsResult<()> {
        self.texts()?.limit_repeats(budget);
        Ok(())
    }

    /// Checks the problem and begins the search; options
    /// `{ method, seed, start, multiplier, step, rounds }`.
    pub fn begin(&mut self, options: JsValue) -> JsResult<()> {
        let options: SubsetOptions = from_js("options", options)?;
        let spec = match &self.0 {
            Stage::Spec(spec) => spec,
            Stage::Texts(texts) => &texts.spec,
            Stage::Search(_) => return Err(begun(true)),
        };
        let problem = Problem::new(spec).map_err(js_error)?;
        let solver = Solver::new(&problem, &options).map_err(js_error)?;
        self.0 = Stage::Search(Box::new(solver));
        Ok(())
    }

    /// Searches a few hundredths of a second on. Returns whether it is over.
    pub fn step(&mut self) -> JsResult<bool> {
        match &mut self.0 {
            Stage::Search(solver) => Ok(solver.step()),
            _ => Err(begun(false)),
        }
    }

    /// The best choice so far.
    pub fn selection(&self) -> JsResult<JsValue> {
        match &self.0 {
            Stage::Search(solver) => to_js(&solver.selection()),
            _ => Err(begun(false)),
        }
    }
}

impl WasmSubset {
    fn spec(&mut self) -> JsResult<&mut ProblemSpec> {
        match &mut self.0 {
            Stage::Spec(spec) => Ok(spec),
            Stage::Texts(texts) => Ok(&mut texts.spec),
            Stage::Search(_) => Err(begun(true)),
        }
    }

    fn texts(&mut self) -> JsResult<&mut ScoredTexts> {
        match &mut self.0 {
            Stage::Texts(texts) => Ok(texts),
            Stage::Spec(_) => Err(js_error(Error::new(
                ErrorKind::InvalidArgument,
                "this limit is one of texts, but the problem was not made from texts",
            ))),
            Stage::Search(_) => Err(begun(true)),
        }
    }
}

fn pairs(items: &[u32], values: &[f64]) -> Vec<(usize, usize, f64)> {
    let items = items.as_chunks().0.iter().zip(values);
    items
        .map(|(&[i, j], &value)| (i as usize, j as usize, value))
        .collect()
}

fn begun(has_begun: bool) -> JsValue {
    let message = if has_begun {
        "the search has begun: the problem cannot be changed any more"
    } else {
        "the search has not begun"
    };
    js_error(Error::new(ErrorKind::InvalidArgument, message))
}
