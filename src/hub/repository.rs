//! Which files of a repository a model consists of, by the names that the field's exporters use.
//!
//! Graphs lie under `onnx/` or beside `config.json`; a suffix tells the type of their numbers
//! ([`Dtype`]). An encoder–decoder has `encoder_model` with `decoder_model_merged`, or with
//! `decoder_model` and `decoder_with_past_model`.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::GraphRole;

/// The type of a graph's numbers, by the suffix of its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dtype {
    /// The first that there is: 8 bits, then float32, then the others.
    #[default]
    Auto,
    /// float32: no suffix.
    Fp32,
    /// float16: `_fp16`.
    Fp16,
    /// 8 bits as the exporter chose: `_quantized`.
    Q8,
    /// Signed 8 bits: `_int8`.
    Int8,
    /// Unsigned 8 bits: `_uint8`.
    Uint8,
    /// 4 bits: `_q4`.
    Q4,
    /// 4 bits with float16: `_q4f16`.
    Q4f16,
    /// 4 bits in bitsandbytes' form: `_bnb4`.
    Bnb4,
}

impl Dtype {
    /// Those that a file may have, in the order in which [`Dtype::Auto`] takes them.
    pub const ALL: [Self; 8] = [
        Self::Q8,
        Self::Int8,
        Self::Uint8,
        Self::Fp32,
        Self::Fp16,
        Self::Q4,
        Self::Q4f16,
        Self::Bnb4,
    ];

    /// The name that options use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Fp32 => "fp32",
            Self::Fp16 => "fp16",
            Self::Q8 => "q8",
            Self::Int8 => "int8",
            Self::Uint8 => "uint8",
            Self::Q4 => "q4",
            Self::Q4f16 => "q4f16",
            Self::Bnb4 => "bnb4",
        }
    }

    fn suffix(self) -> &'static str {
        match self {
            Self::Auto | Self::Fp32 => "",
            Self::Fp16 => "_fp16",
            Self::Q8 => "_quantized",
            Self::Int8 => "_int8",
            Self::Uint8 => "_uint8",
            Self::Q4 => "_q4",
            Self::Q4f16 => "_q4f16",
            Self::Bnb4 => "_bnb4",
        }
    }
}

impl FromStr for Dtype {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let known = std::iter::once(Self::Auto).chain(Self::ALL);
        let mut found = known.clone().filter(|dtype| dtype.name() == name);
        found.next().ok_or_else(|| {
            let names: Vec<_> = known.map(Self::name).collect();
            Error::new(
                ErrorKind::InvalidArgument,
                format!("dtype `{name}`; allowed: {}", names.join(", ")),
            )
        })
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The stem of the file of a role.
fn stem(role: GraphRole) -> &'static str {
    match role {
        GraphRole::Model => "model",
        GraphRole::Encoder => "encoder_model",
        GraphRole::Decoder => "decoder_model",
        GraphRole::DecoderWithPast => "decoder_with_past_model",
        GraphRole::DecoderMerged => "decoder_model_merged",
    }
}

/// The paths that a graph may have, the one to take first first.
pub fn candidates(role: GraphRole, dtype: Dtype) -> Vec<String> {
    let dtypes = match dtype {
        Dtype::Auto => Dtype::ALL.to_vec(),
        one => vec![one],
    };
    let path =
        |dtype: Dtype, folder: &str| format!("{folder}{}{}.onnx", stem(role), dtype.suffix());
    let both = |dtype: Dtype| ["onnx/", ""].map(|folder| path(dtype, folder));
    dtypes.into_iter().flat_map(both).collect()
}

/// The graphs of a repository that holds what `has` says, by their roles in order.
///
/// # Errors
///
/// [`ErrorKind::MissingFile`] naming the paths that were looked for.
pub fn graphs(
    is_generative: bool,
    dtype: Dtype,
    has: impl Fn(&str) -> bool,
) -> Result<Vec<(GraphRole, String)>> {
    let found = |role| candidates(role, dtype).into_iter().find(|path| has(path));
    let needed = |role| match found(role) {
        Some(path) => Ok((role, path)),
        None => Err(Error::new(
            ErrorKind::MissingFile,
            format!(
                "the repository has none of {} (dtype {dtype})",
                candidates(role, dtype).join(", ")
            ),
        )),
    };
    if !is_generative {
        return Ok(vec![needed(GraphRole::Model)?]);
    }
    let encoder = needed(GraphRole::Encoder)?;
    if let Some(merged) = found(GraphRole::DecoderMerged) {
        return Ok(vec![encoder, (GraphRole::DecoderMerged, merged)]);
    }
    let mut all = vec![encoder, needed(GraphRole::Decoder)?];
    all.extend(found(GraphRole::DecoderWithPast).map(|path| (GraphRole::DecoderWithPast, path)));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_bits_come_first_and_a_type_is_taken_as_asked() {
        let files = [
            "onnx/model.onnx",
            "onnx/model_quantized.onnx",
            "onnx/model_fp16.onnx",
        ];
        let has = |path: &str| files.contains(&path);
        let found = |dtype| graphs(false, dtype, has).map(|graphs| graphs[0].1.clone());
        assert_eq!(found(Dtype::Auto).unwrap(), "onnx/model_quantized.onnx");
        assert_eq!(found(Dtype::Fp32).unwrap(), "onnx/model.onnx");
        let error = found(Dtype::Q4).unwrap_err();
        assert!(error.to_string().contains("onnx/model_q4.onnx"), "{error}");
        assert!(
            "q3".parse::<Dtype>()
                .unwrap_err()
                .to_string()
                .contains("q4f16")
        );
    }

    #[test]
    fn a_merged_decoder_is_preferred() {
        let both = [
            "encoder_model.onnx",
            "decoder_model.onnx",
            "decoder_with_past_model.onnx",
        ];
        let roles = |files: &[&str]| {
            let found = graphs(true, Dtype::Auto, |path| files.contains(&path)).unwrap();
            found.into_iter().map(|(role, _)| role).collect::<Vec<_>>()
        };
        use GraphRole::{Decoder, DecoderMerged, DecoderWithPast, Encoder};
        assert_eq!(roles(&both), [Encoder, Decoder, DecoderWithPast]);
        assert_eq!(roles(&both[..2]), [Encoder, Decoder]);
        let merged = [&both[..], &["decoder_model_merged.onnx"]].concat();
        assert_eq!(roles(&merged), [Encoder, DecoderMerged]);
    }
}
