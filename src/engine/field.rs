//! Models of the field: their tokenizers, and what their graphs read and write.

use super::{incomplete, seq2seq, session};
use crate::error::{Error, Result};
use crate::hub::{Config, HeadOptions};
use crate::matcher::field::{FieldModel, FieldParts};
use crate::model::manifest::{GraphSpec, PretrainedGraph};
use crate::model::{Bundle, Place};
use crate::text::pretrained::PretrainedTokenizer;

/// A classifier or encoder of the field.
pub(super) async fn load_field(bundle: &Bundle, place: Place) -> Result<FieldModel> {
    let name = &bundle.manifest().name;
    let Some(spec) = &bundle.manifest().pretrained else {
        return Err(incomplete(bundle));
    };
    let load = async {
        let config = Config::parse(bundle.file(&spec.config)?)?;
        let tokenizer_config = match &spec.tokenizer_config {
            Some(path) => Some(bundle.file(path)?),
            None => None,
        };
        let tokenizer = pretrained_tokenizer(bundle, &spec.tokenizer)?;
        let Some(graph) = spec.graphs.first() else {
            return Err(incomplete(bundle));
        };
        let graph = graph_of(bundle, graph)?;
        let session = session(bundle, Some(&graph), place).await?;
        let head = spec.head.as_deref().map(str::parse).transpose()?;
        let options = HeadOptions {
            task: head,
            labels: spec.labels.clone(),
        };
        let parts = FieldParts {
            limit: config.window(tokenizer_config),
            config: &config,
            options: &options,
            inputs: &graph.inputs,
            outputs: &graph.outputs,
            window: spec.window,
            decision: spec.decision.unwrap_or_default(),
        };
        FieldModel::new(&parts, tokenizer, session)
    };
    load.await
        .map_err(|error: Error| error.at(format!("model `{name}`")))
}

/// The tokenizer of a model of the field, as JSON or packed.
pub(super) fn pretrained_tokenizer(bundle: &Bundle, path: &str) -> Result<PretrainedTokenizer> {
    let bytes = bundle.file(path)?;
    let read = match path.ends_with(".json") {
        true => PretrainedTokenizer::from_json(bytes),
        false => PretrainedTokenizer::from_packed(bytes),
    };
    read.map_err(|error| error.at(path))
}

/// What a graph of a model of the field reads and writes: by the manifest, or by its ONNX file.
pub(super) fn graph_of(bundle: &Bundle, graph: &PretrainedGraph) -> Result<GraphSpec> {
    if graph.inputs.is_empty() {
        let spec = graph_of_file(bundle.file(&graph.file)?, &graph.file)?;
        let model = bundle.manifest().pretrained.as_ref();
        return Ok(match model {
            Some(model) => seq2seq::read_of(spec, graph, model),
            None => spec,
        });
    }
    Ok(GraphSpec {
        file: graph.file.clone(),
        inputs: graph.inputs.clone(),
        outputs: graph.outputs.clone(),
    })
}

pub(super) fn graph_of_file(bytes: &[u8], path: &str) -> Result<GraphSpec> {
    let interface = crate::runtime::onnx::interface(bytes);
    let interface = interface.map_err(|error| error.at(path))?;
    Ok(interface.into_spec(path))
}
