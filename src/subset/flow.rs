//! Maximum flow and minimum cut by push–relabel.
//!
//! Goldberg and Tarjan 1988, first phase: a preflow is pushed towards the sink,
//! nodes in the order in which they became active, until no excess can reach
//! it. That settles the minimum cut; the excess that is left would only flow
//! back. Labels are set to exact distances at the start and again whenever as
//! many arcs have been scanned as a few searches cost (global relabelling), and
//! a level without nodes cuts off all above it (gap relabelling). Source and
//! sink are not nodes: each node has a capacity from the one or to the other.
//!
//! Capacities are integers, so the flow is exact. At most `n^3` operations, in
//! practice a small multiple of the number of edges; 24 bytes per edge and
//! direction.

use std::collections::VecDeque;

/// A node that cannot reach the sink.
const CUT_OFF: u32 = u32::MAX;

/// Labels are set anew when the scans since the last time exceed the number of
/// arcs times this, plus [`RELABEL_NODES`] for each node.
const RELABEL_ARCS: u64 = 1;
const RELABEL_NODES: u64 = 6;

#[derive(Clone, Copy, Debug, Default)]
struct Arc {
    head: u32,
    /// The arc in the other direction.
    reverse: u32,
    residual: i64,
}

/// A network under construction.
#[derive(Debug, Default)]
pub(super) struct Network {
    /// For each node its capacity from the source, or, negative, to the sink.
    terminals: Vec<i64>,
    edges: Vec<(u32, u32, i64, i64)>,
}

impl Network {
    /// A network of nodes with a capacity from the source where it is over 0,
    /// and to the sink where it is below. The capacities together must fit into
    /// 62 bits.
    pub fn new(terminals: Vec<i64>) -> Self {
        Self {
            terminals,
            edges: Vec::new(),
        }
    }

    /// Adds a node, with a capacity like those of [`new`](Self::new).
    pub fn add_node(&mut self, terminal: i64) -> u32 {
        self.terminals.push(terminal);
        (self.terminals.len() - 1) as u32
    }

    /// Connects two nodes with capacities of at least 0 there and back.
    pub fn add_edge(&mut self, from: u32, to: u32, there: i64, back: i64) {
        self.edges.push((from, to, there, back));
    }

    /// The flow problem of this network, not yet solved.
    pub fn into_flow(self) -> Flow {
        let nodes = self.terminals.len();
        let mut starts = vec![0_u32; nodes + 1];
        for &(from, to, _, _) in &self.edges {
            starts[from as usize + 1] += 1;
            starts[to as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut arcs = vec![Arc::default(); 2 * self.edges.len()];
        for (from, to, there, back) in self.edges {
            let (forward, backward) = (next[from as usize], next[to as usize]);
            next[from as usize] += 1;
            next[to as usize] += 1;
            arcs[forward as usize] = Arc {
                head: to,
                reverse: backward,
                residual: there,
            };
            arcs[backward as usize] = Arc {
                head: from,
                reverse: forward,
                residual: back,
            };
        }
        let mut flow = Flow {
            excess: self
                .terminals
                .iter()
                .map(|&capacity| capacity.max(0))
                .collect(),
            to_sink: self
                .terminals
                .iter()
                .map(|&capacity| (-capacity).max(0))
                .collect(),
            labels: vec![CUT_OFF; nodes],
            level_sizes: vec![0; nodes + 2],
            current: starts.clone(),
            active: VecDeque::new(),
            queued: vec![false; nodes],
            scans: 0,
            value: 0,
            starts,
            arcs,
        };
        flow.relabel_all();
        flow
    }
}

/// A flow problem on its way to a minimum cut.
#[derive(Debug)]
pub(super) struct Flow {
    starts: Vec<u32>,
    arcs: Vec<Arc>,
    excess: Vec<i64>,
    to_sink: Vec<i64>,
    labels: Vec<u32>,
    /// How many nodes have each label.
    level_sizes: Vec<u32>,
    current: Vec<u32>,
    active: VecDeque<u32>,
    queued: Vec<bool>,
    /// Arcs scanned since all labels were set.
    scans: u64,
    value: i64,
}

impl Flow {
    /// Goes on until about `work` arcs have been scanned. Returns whether the
    /// minimum cut is reached.
    pub fn advance(&mut self, work: u64) -> bool {
        let limit =
            RELABEL_ARCS * self.arcs.len() as u64 + RELABEL_NODES * self.labels.len() as u64;
        let mut done = 0;
        while let Some(node) = self.active.pop_front() {
            self.queued[node as usize] = false;
            let scans = self.discharge(node as usize);
            self.scans += scans;
            done += scans;
            if self.scans > limit {
                self.relabel_all();
                done += self.arcs.len() as u64;
            }
            if done >= work {
                break;
            }
        }
        self.active.is_empty()
    }

    /// The value of the flow into the sink.
    #[cfg(test)]
    pub fn value(&self) -> i64 {
        self.value
    }

    /// Pushes the excess of a node on, raising it as often as needed. Returns
    /// the number of arcs scanned.
    fn discharge(&mut self, node: usize) -> u64 {
        let mut scans = 1;
        let end = self.starts[node + 1];
        while self.excess[node] > 0 {
            let label = self.labels[node];
            if label == CUT_OFF {
                break;
            }
            if self.to_sink[node] > 0 {
                let amount = self.excess[node].min(self.to_sink[node]);
                self.to_sink[node] -= amount;
                self.excess[node] -= amount;
                self.value += amount;
                continue;
            }
            let mut arc = self.current[node];
            while arc < end && self.excess[node] > 0 {
                let Arc {
                    head,
                    reverse,
                    residual,
                } = self.arcs[arc as usize];
                scans += 1;
                let target = head as usize;
                if residual > 0 && label == self.labels[target].saturating_add(1) {
                    let amount = residual.min(self.excess[node]);
                    self.arcs[arc as usize].residual -= amount;
                    self.arcs[reverse as usize].residual += amount;
                    self.excess[node] -= amount;
                    self.excess[target] += amount;
                    if !self.queued[target] {
                        self.queued[target] = true;
                        self.active.push_back(head);
                    }
                    if self.excess[node] == 0 {
                        break;
                    }
                }
                arc += 1;
            }
            self.current[node] = arc;
            if self.excess[node] > 0 {
                scans += u64::from(end - self.starts[node]);
                self.relabel(node);
            }
        }
        scans
    }

    /// Raises a node just above its lowest neighbour.
    fn relabel(&mut self, node: usize) {
        let row = self.starts[node] as usize..self.starts[node + 1] as usize;
        let lowest = self.arcs[row]
            .iter()
            .filter(|arc| arc.residual > 0)
            .map(|arc| self.labels[arc.head as usize])
            .min()
            .unwrap_or(CUT_OFF);
        let old = self.labels[node];
        let new = lowest.saturating_add(1);
        self.level_sizes[old as usize] -= 1;
        if self.level_sizes[old as usize] == 0 {
            // No way leads down past an empty level.
            self.labels[node] = CUT_OFF;
            for label in &mut self.labels {
                if *label > old && *label != CUT_OFF {
                    self.level_sizes[*label as usize] -= 1;
                    *label = CUT_OFF;
                }
            }
        } else if (new as usize) < self.level_sizes.len() {
            self.labels[node] = new;
            self.level_sizes[new as usize] += 1;
        } else {
            self.labels[node] = CUT_OFF;
        }
        self.current[node] = self.starts[node];
    }

    /// Sets every label to the distance to the sink, by breadth-first search.
    fn relabel_all(&mut self) {
        self.scans = 0;
        self.labels.fill(CUT_OFF);
        self.level_sizes.fill(0);
        let mut queue: VecDeque<u32> = VecDeque::new();
        for node in 0..self.labels.len() {
            if self.to_sink[node] > 0 {
                self.labels[node] = 1;
                self.level_sizes[1] += 1;
                queue.push_back(node as u32);
            }
        }
        while let Some(node) = queue.pop_front() {
            let label = self.labels[node as usize] + 1;
            for arc in self.starts[node as usize]..self.starts[node as usize + 1] {
                let arc = self.arcs[arc as usize];
                let other = arc.head as usize;
                if self.labels[other] == CUT_OFF && self.arcs[arc.reverse as usize].residual > 0 {
                    self.labels[other] = label;
                    self.level_sizes[label as usize] += 1;
                    queue.push_back(arc.head);
                }
            }
        }
        self.current.copy_from_slice(&self.starts);
        self.active.clear();
        for node in 0..self.labels.len() {
            let active = self.excess[node] > 0 && self.labels[node] != CUT_OFF;
            self.queued[node] = active;
            if active {
                self.active.push_back(node as u32);
            }
        }
    }

    /// The source sides of two minimum cuts, once [`advance`](Self::advance)
    /// has said that it is done: the smallest, and the largest. Every other one
    /// lies between them.
    pub fn source_sides(mut self) -> (Vec<bool>, Vec<bool>) {
        self.relabel_all();
        let largest = self.labels.iter().map(|&label| label == CUT_OFF).collect();
        let mut smallest: Vec<bool> = self.excess.iter().map(|&excess| excess > 0).collect();
        let mut stack: Vec<usize> = (0..smallest.len()).filter(|&node| smallest[node]).collect();
        while let Some(node) = stack.pop() {
            for arc in &self.arcs[self.starts[node] as usize..self.starts[node + 1] as usize] {
                let head = arc.head as usize;
                if arc.residual > 0 && !smallest[head] {
                    smallest[head] = true;
                    stack.push(head);
                }
            }
        }
        (smallest, largest)
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use petgraph::algo::ford_fulkerson;
    use petgraph::graph::{Graph, NodeIndex};

    use super::*;
    use crate::random::SplitMix64;

    /// The flow by petgraph's Edmonds–Karp.
    fn oracle(terminals: &[i64], edges: &[(u32, u32, i64, i64)]) -> i64 {
        let mut graph = Graph::<(), u64>::new();
        let nodes: Vec<NodeIndex> = terminals.iter().map(|_| graph.add_node(())).collect();
        let (source, sink) = (graph.add_node(()), graph.add_node(()));
        for (&node, &capacity) in nodes.iter().zip(terminals) {
            if capacity > 0 {
                graph.add_edge(source, node, capacity.unsigned_abs());
            } else {
                graph.add_edge(node, sink, capacity.unsigned_abs());
            }
        }
        for &(from, to, there, back) in edges {
            let (from, to) = (nodes[from as usize], nodes[to as usize]);
            graph.add_edge(from, to, there.unsigned_abs());
            graph.add_edge(to, from, back.unsigned_abs());
        }
        ford_fulkerson(&graph, source, sink).0 as i64
    }

    fn cut(side: &[bool], terminals: &[i64], edges: &[(u32, u32, i64, i64)]) -> i64 {
        let at_terminals = terminals.iter().zip(side).map(|(&capacity, &inside)| {
            if inside {
                (-capacity).max(0)
            } else {
                capacity.max(0)
            }
        });
        let between = edges.iter().map(|&(from, to, there, back)| {
            match (side[from as usize], side[to as usize]) {
                (true, false) => there,
                (false, true) => back,
                _ => 0,
            }
        });
        at_terminals.sum::<i64>() + between.sum::<i64>()
    }

    #[test]
    fn cuts_are_minimal_by_the_oracle() {
        let mut random = SplitMix64::new(7);
        let mut ties = 0;
        for case in 0..400 {
            let nodes = 2 + random.below(40);
            let range = [3, 20, 1_000_000][case % 3];
            let terminals: Vec<i64> = (0..nodes)
                .map(|_| random.below(2 * range + 1) as i64 - range as i64)
                .collect();
            let edges: Vec<_> = (0..random.below(4 * nodes))
                .map(|_| {
                    let from = random.below(nodes);
                    let to = (from + 1 + random.below(nodes - 1)) % nodes;
                    let back = random.below(2) * random.below(range);
                    (
                        from as u32,
                        to as u32,
                        random.below(range) as i64,
                        back as i64,
                    )
                })
                .collect();
            let mut network = Network::new(terminals.clone());
            for &(from, to, there, back) in &edges {
                network.add_edge(from, to, there, back);
            }
            let mut flow = network.into_flow();
            while !flow.advance(10) {}
            let expected = oracle(&terminals, &edges);
            assert_eq!(flow.value(), expected, "case {case}");
            let (smallest, largest) = flow.source_sides();
            assert_eq!(cut(&smallest, &terminals, &edges), expected, "case {case}");
            assert_eq!(cut(&largest, &terminals, &edges), expected, "case {case}");
            assert!(
                smallest
                    .iter()
                    .zip(&largest)
                    .all(|(small, large)| small <= large)
            );
            ties += usize::from(smallest != largest);
        }
        assert!(ties > 20, "{ties}");
    }
}
