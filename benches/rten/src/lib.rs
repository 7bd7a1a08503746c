//! rten for a page or Node: reads an ONNX file and runs it on the feeds that onnxruntime-web takes.

use js_sys::{BigInt64Array, Float32Array, Object, Reflect};
use rten::{Model, ModelOptions, Value};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Numbers and their shape, as an `ort.Tensor` has them.
    type Tensor;

    #[wasm_bindgen(method, getter)]
    fn data(this: &Tensor) -> JsValue;

    #[wasm_bindgen(method, getter)]
    fn dims(this: &Tensor) -> Vec<usize>;
}

/// A model that is ready to run.
#[wasm_bindgen]
pub struct Session {
    model: Model,
}

#[wasm_bindgen]
impl Session {
    /// Reads an ONNX file, with its weights packed for the kernels.
    ///
    /// # Errors
    ///
    /// What rten says of a file that it cannot read, an operator that it lacks for example.
    pub fn load(bytes: Vec<u8>) -> Result<Session, JsError> {
        let model = ModelOptions::with_all_ops()
            .prepack_weights(true)
            .load(bytes)?;
        Ok(Session { model })
    }

    /// The first output for `feeds`: the model's inputs by name, of int64 or float32.
    ///
    /// # Errors
    ///
    /// If an input is absent or of another type, the output is not float32, or rten fails.
    pub fn run(&self, feeds: &Object) -> Result<Float32Array, JsError> {
        let mut inputs = Vec::new();
        for &id in self.model.input_ids() {
            let info = self.model.node_info(id);
            let name = info.as_ref().and_then(|info| info.name());
            let name = name.ok_or_else(|| JsError::new("an input has no name"))?;
            inputs.push((id, value(name, feeds)?.into()));
        }
        let first = self.model.output_ids().first().copied();
        let first = first.ok_or_else(|| JsError::new("there is no output"))?;
        let [output] = self.model.run_n(inputs, [first], None)?;
        let output = output.into_tensor::<f32>();
        let output = output.ok_or_else(|| JsError::new("the first output is not float32"))?;
        Ok(Float32Array::from(output.into_data().as_slice()))
    }
}

/// The feed of an input. rten has int32 in the place of int64.
fn value(name: &str, feeds: &Object) -> Result<Value, JsError> {
    let feed = Reflect::get(feeds, &name.into()).unwrap_or(JsValue::UNDEFINED);
    if feed.is_undefined() {
        return Err(JsError::new(&format!("input {name}: absent")));
    }
    let feed: Tensor = feed.unchecked_into();
    let (data, shape) = (feed.data(), feed.dims());
    if let Some(ids) = data.dyn_ref::<BigInt64Array>() {
        let clamp = |id: i64| id.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let ids: Vec<i32> = ids.to_vec().into_iter().map(clamp).collect();
        return Ok(Value::from_shape(&shape, ids)?);
    }
    match data.dyn_ref::<Float32Array>() {
        Some(numbers) => Ok(Value::from_shape(&shape, numbers.to_vec())?),
        None => Err(JsError::new(&format!(
            "input {name}: neither int64 nor float32"
        ))),
    }
}
