//! Tensors whose elements lie in another file than the graph.
//!
//! A large model keeps its weights beside it: a tensor says `location`, a path from the
//! graph's folder, and the place of its bytes there. The caller hands the files in; none
//! is opened here. A path that leaves the folder is refused, as is a place that the
//! file does not have. Cost: a copy of the bytes.

use super::messages::{AttributeProto, GraphProto, TensorProto};
use crate::error::{Error, ErrorKind, Result};

/// Finds the bytes of a file by its path from the folder of the graph.
pub type Files<'a> = dyn Fn(&str) -> Option<&'a [u8]> + 'a;

/// Puts the elements of a graph's tensors where they belong, those of branches too.
///
/// # Errors
///
/// [`ErrorKind::MissingFile`] if a file is not there, [`ErrorKind::InvalidModel`] if a
/// path or place is not valid.
pub(super) fn resolve(graph: &mut GraphProto, files: &Files<'_>) -> Result<()> {
    for tensor in &mut graph.initializer {
        take(tensor, files)?;
    }
    let attributes = graph.node.iter_mut().flat_map(|node| &mut node.attribute);
    for AttributeProto { t, g, .. } in attributes {
        if let Some(tensor) = t {
            take(tensor, files)?;
        }
        if let Some(branch) = g {
            resolve(branch, files)?;
        }
    }
    Ok(())
}

/// The files that a graph's tensors name, each once, in the order of their first use.
pub(super) fn locations(graph: &GraphProto, found: &mut Vec<String>) {
    let inner = graph.node.iter().flat_map(|node| &node.attribute);
    let inner = inner.filter_map(|attribute| attribute.t.as_ref());
    for tensor in graph.initializer.iter().chain(inner) {
        if is_external(tensor)
            && let Some(location) = entry(tensor, "location")
            && !found.iter().any(|known| known == location)
        {
            found.push(location.into());
        }
    }
    for attribute in graph.node.iter().flat_map(|node| &node.attribute) {
        if let Some(branch) = &attribute.g {
            locations(branch, found);
        }
    }
}

fn is_external(tensor: &TensorProto) -> bool {
    tensor.data_location.is_some_and(|location| location != 0)
}

fn entry<'a>(tensor: &'a TensorProto, key: &str) -> Option<&'a str> {
    let mut entries = tensor.external_data.iter();
    entries
        .find(|entry| entry.key == key)
        .map(|entry| &*entry.value)
}

fn take(tensor: &mut TensorProto, files: &Files<'_>) -> Result<()> {
    if !is_external(tensor) {
        return Ok(());
    }
    let error = |kind, problem: String| {
        Err(Error::new(
            kind,
            format!("initializer `{}`: {problem}", tensor.name),
        ))
    };
    let Some(location) = entry(tensor, "location") else {
        return error(
            ErrorKind::InvalidModel,
            "its data lies in another file, which it does not name".into(),
        );
    };
    if !stays_inside(location) {
        return error(
            ErrorKind::InvalidModel,
            format!("its data lies in `{location}`; allowed are paths inside the graph's folder"),
        );
    }
    let Some(bytes) = files(location) else {
        return error(
            ErrorKind::MissingFile,
            format!("its data lies in `{location}`, which was not given"),
        );
    };
    // More than can be addressed is beyond every file.
    let whole = |text: &str| {
        let number = text.trim().parse::<u64>();
        number.map(|number| usize::try_from(number).unwrap_or(usize::MAX))
    };
    let number = |key: &str| entry(tensor, key).map(whole);
    let (Ok(offset), Ok(length)) = (
        number("offset").unwrap_or(Ok(0)),
        number("length").transpose(),
    ) else {
        return error(
            ErrorKind::InvalidModel,
            "its offset or length is no whole number".into(),
        );
    };
    let rest = bytes.get(offset..);
    let found = rest.and_then(|rest| rest.get(..length.unwrap_or(rest.len())));
    let Some(found) = found else {
        return error(
            ErrorKind::InvalidModel,
            format!(
                "its data lies at {offset} and is {length:?} bytes long; `{location}` has {}",
                bytes.len()
            ),
        );
    };
    tensor.raw_data = found.to_vec();
    tensor.data_location = None;
    Ok(())
}

/// Whether a path, relative to a folder, stays in it.
fn stays_inside(path: &str) -> bool {
    let plain = |part: &str| !matches!(part, "" | "..");
    !path.contains(['\\', '\0', ':']) && path.split('/').all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_leave_the_folder_are_refused() {
        for path in ["model.onnx_data", "weights/part.0", "./model.onnx_data"] {
            assert!(stays_inside(path), "{path}");
        }
        for path in [
            "",
            "/etc/passwd",
            "../secret",
            "a/../../b",
            "a\\b",
            "C:a",
            "a//b",
        ] {
            assert!(!stays_inside(path), "{path}");
        }
    }
}
