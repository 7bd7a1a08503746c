//! Nodes in an order in which they can run.
//!
//! The format asks for that order, but some tools put a node before what it reads, among them
//! quantizers of graphs with branches. The order is Kahn's (1962): a node
//! follows once all that it reads is written; of several the first in the file. A
//! branch reads what its nodes read and do not write. Cost: linear in nodes and names.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::messages::{GraphProto, NodeProto};
use crate::error::{Error, ErrorKind, Result};

/// Puts the nodes of a graph in order, those of its branches too.
///
/// # Errors
///
/// [`ErrorKind::InvalidModel`] if nodes read each other's values in a circle.
pub(super) fn sort(graph: &mut GraphProto) -> Result<()> {
    for attribute in graph.node.iter_mut().flat_map(|node| &mut node.attribute) {
        if let Some(branch) = &mut attribute.g {
            sort(branch)?;
        }
    }
    let mut writers: HashMap<&str, usize> = HashMap::new();
    for (place, node) in graph.node.iter().enumerate() {
        for name in node.output.iter().filter(|name| !name.is_empty()) {
            writers.entry(name).or_insert(place);
        }
    }
    let mut waits = vec![0_usize; graph.node.len()];
    let mut feeds = vec![vec![]; graph.node.len()];
    for (place, node) in graph.node.iter().enumerate() {
        let names = read(node);
        let before: HashSet<usize> = names
            .iter()
            .filter_map(|name| writers.get(name).copied())
            .collect();
        waits[place] = before.len();
        for writer in before {
            feeds[writer].push(place);
        }
    }
    let ready = (0..waits.len()).filter(|&place| waits[place] == 0);
    let mut ready: BinaryHeap<Reverse<usize>> = ready.map(Reverse).collect();
    let mut order = Vec::with_capacity(waits.len());
    while let Some(Reverse(place)) = ready.pop() {
        order.push(place);
        for &next in &feeds[place] {
            waits[next] -= 1;
            if waits[next] == 0 {
                ready.push(Reverse(next));
            }
        }
    }
    if order.len() < waits.len() {
        let stuck = waits.iter().position(|&waits| waits > 0);
        let name = stuck.map_or("", |place| &graph.node[place].name);
        return Err(Error::new(
            ErrorKind::InvalidModel,
            format!("node `{name}` reads a value that depends on its own"),
        ));
    }
    if !order.is_sorted() {
        let mut nodes: Vec<Option<NodeProto>> = std::mem::take(&mut graph.node)
            .into_iter()
            .map(Some)
            .collect();
        graph.node = order
            .into_iter()
            .filter_map(|place| nodes[place].take())
            .collect();
    }
    Ok(())
}

/// The names that a node reads, with those that its branches read from outside.
fn read(node: &NodeProto) -> Vec<&str> {
    let mut names: Vec<&str> = node.input.iter().map(String::as_str).collect();
    for branch in node.attribute.iter().filter_map(|found| found.g.as_ref()) {
        names.extend(outside(branch));
    }
    names
}

/// The names that a graph reads and that neither its nodes, its constants nor its inputs give.
pub(super) fn outside(graph: &GraphProto) -> HashSet<&str> {
    let inputs = graph.input.iter().map(|input| &*input.name);
    let constants = graph.initializer.iter().map(|tensor| &*tensor.name);
    let written = graph.node.iter().flat_map(|node| &node.output);
    let own: HashSet<&str> = inputs
        .chain(constants)
        .chain(written.map(|name| &**name))
        .collect();
    let outputs = graph.output.iter().map(|output| &*output.name);
    let names = graph.node.iter().flat_map(read).chain(outputs);
    names
        .filter(|name| !name.is_empty() && !own.contains(name))
        .collect()
}
