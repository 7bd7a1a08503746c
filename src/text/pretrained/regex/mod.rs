//! Regular expressions of tokenizers: the subset that published files use, in linear time.
//!
//! Literals, classes with Unicode properties, groups, alternatives, quantifiers, `(?i:…)`, and
//! looking ahead at one character. Of several matches the one counts that a backtracking engine
//! finds first, with the earliest start (Pike's simulation of a Thompson automaton with
//! priorities). Anything else in a pattern is an error that names it.
//!
//! Cost: the text times the pattern's program, of [`LONGEST_PROGRAM`] instructions at most.

mod classes;
mod parse;

use std::ops::Range;

use classes::Class;
use parse::{Ahead, Node};

use crate::error::{Error, ErrorKind, Result};

/// Most instructions of a program.
const LONGEST_PROGRAM: usize = 2000;

/// How often a search may read the text again, counted in its length: a match may look at
/// characters after its end, and those are read by the next one again.
const READINGS: usize = 64;

/// One instruction.
#[derive(Clone, Debug)]
enum Step {
    /// Reads a character of a class.
    Read(Class),
    /// Goes on if the next character is of a class, or is not.
    Ahead(Ahead),
    /// Goes on at two places, of which the first is preferred.
    Fork(usize, usize),
    /// Goes on elsewhere.
    Jump(usize),
    /// All was matched.
    Match,
}

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(in crate::text::pretrained) struct Regex {
    program: Vec<Step>,
}

impl Regex {
    /// Compiles a pattern.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Unsupported`] if the pattern uses what is not known here, can match
    /// nothing, or is longer than the limit.
    pub(in crate::text::pretrained) fn new(pattern: &str) -> Result<Self> {
        let refuse = |what: &str| {
            Err(Error::new(
                ErrorKind::Unsupported,
                format!("the regular expression {pattern:?} {what}"),
            ))
        };
        let node = match parse::parse(pattern) {
            Ok(node) => node,
            Err(what) => return refuse(&what),
        };
        let mut regex = Self { program: vec![] };
        if !regex.compile(&node) || !regex.push(Step::Match) {
            return refuse("is too long");
        }
        if regex.matches_nothing() {
            return refuse("can match between two characters; it must read at least one");
        }
        Ok(regex)
    }

    fn push(&mut self, step: Step) -> bool {
        self.program.push(step);
        self.program.len() <= LONGEST_PROGRAM
    }

    /// Writes the program of a node. False if it becomes too long.
    fn compile(&mut self, node: &Node) -> bool {
        match node {
            Node::Class(class) => self.push(Step::Read(class.clone())),
            Node::Ahead(ahead) => self.push(Step::Ahead(ahead.clone())),
            Node::Sequence(nodes) => nodes.iter().all(|node| self.compile(node)),
            Node::Either(nodes) => {
                let mut jumps = vec![];
                let Some((last, others)) = nodes.split_last() else {
                    return true;
                };
                for node in others {
                    let fork = self.program.len();
                    if !self.push(Step::Match) || !self.compile(node) {
                        return false;
                    }
                    jumps.push(self.program.len());
                    if !self.push(Step::Match) {
                        return false;
                    }
                    self.set(fork, Step::Fork(fork + 1, self.program.len()));
                }
                let fits = self.compile(last);
                for jump in jumps {
                    self.set(jump, Step::Jump(self.program.len()));
                }
                fits
            }
            Node::Repeat {
                node,
                least,
                most,
                lazy,
            } => {
                for _ in 0..*least {
                    if !self.compile(node) {
                        return false;
                    }
                }
                match most {
                    None => {
                        let fork = self.program.len();
                        let fits = self.push(Step::Match)
                            && self.compile(node)
                            && self.push(Step::Jump(fork));
                        self.fork(fork, *lazy);
                        fits
                    }
                    Some(most) => {
                        let mut forks = vec![];
                        for _ in *least..*most {
                            forks.push(self.program.len());
                            if !self.push(Step::Match) || !self.compile(node) {
                                return false;
                            }
                        }
                        for fork in forks {
                            self.fork(fork, *lazy);
                        }
                        true
                    }
                }
            }
        }
    }

    /// Makes the step at `place` a choice between what follows it and the end so far.
    fn fork(&mut self, place: usize, lazy: bool) {
        let (inside, after) = (place + 1, self.program.len());
        let step = if lazy {
            Step::Fork(after, inside)
        } else {
            Step::Fork(inside, after)
        };
        self.set(place, step);
    }

    fn set(&mut self, place: usize, step: Step) {
        if let Some(at) = self.program.get_mut(place) {
            *at = step;
        }
    }

    /// Whether the end can be reached without reading.
    fn matches_nothing(&self) -> bool {
        let mut seen = vec![false; self.program.len()];
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            if seen.get(at).copied().unwrap_or(true) {
                continue;
            }
            seen[at] = true;
            match self.program.get(at) {
                Some(Step::Match) => return true,
                Some(Step::Fork(first, second)) => open.extend([*second, *first]),
                Some(Step::Jump(to)) => open.push(*to),
                Some(Step::Ahead(_)) => open.push(at + 1),
                Some(Step::Read(_)) | None => {}
            }
        }
        false
    }

    /// All matches from left to right, that do not overlap.
    pub(in crate::text::pretrained) fn matches(&self, text: &str) -> Vec<Range<usize>> {
        let mut search = Search::new(self, text);
        let mut found = vec![];
        let mut from = 0;
        while let Some(range) = search.next_from(from) {
            from = range.end;
            found.push(range);
        }
        found
    }
}

/// The threads of a simulation, in order of preference: where each is, and where it began.
#[derive(Default)]
struct Threads {
    list: Vec<(usize, usize)>,
    /// The round in which each place was last reached.
    reached: Vec<usize>,
}

struct Search<'a> {
    regex: &'a Regex,
    text: &'a str,
    now: Threads,
    then: Threads,
    round: usize,
    /// Characters that may still be read.
    budget: usize,
    stack: Vec<usize>,
}

impl<'a> Search<'a> {
    fn new(regex: &'a Regex, text: &'a str) -> Self {
        let threads = || Threads {
            list: vec![],
            reached: vec![0; regex.program.len()],
        };
        Self {
            regex,
            text,
            now: threads(),
            then: threads(),
            round: 0,
            budget: text.len().saturating_mul(READINGS).saturating_add(64),
            stack: vec![],
        }
    }

    /// The first match that begins at `from` or later.
    fn next_from(&mut self, from: usize) -> Option<Range<usize>> {
        let mut found: Option<Range<usize>> = None;
        let mut at = from;
        self.now.list.clear();
        self.round += 1;
        loop {
            let next = self.text.get(at..)?.chars().next();
            if found.is_none() {
                self.follow(0, at, next, false);
            }
            if self.now.list.is_empty() && found.is_some() {
                return found;
            }
            let after = at + next.map_or(0, char::len_utf8);
            let following = self.text.get(after..)?.chars().next();
            self.round += 1;
            self.then.list.clear();
            for index in 0..self.now.list.len() {
                let (place, start) = self.now.list[index];
                match self.regex.program.get(place) {
                    Some(Step::Match) => {
                        found = Some(start..at);
                        break;
                    }
                    Some(Step::Read(class)) if next.is_some_and(|c| class.holds(c)) => {
                        self.follow(place + 1, start, following, true);
                    }
                    _ => {}
                }
            }
            std::mem::swap(&mut self.now, &mut self.then);
            if next.is_none() || self.budget == 0 {
                return found;
            }
            self.budget -= 1;
            at = after;
        }
    }

    /// Adds the threads that `place` leads to before the character `next`.
    fn follow(&mut self, place: usize, start: usize, next: Option<char>, later: bool) {
        let threads = if later { &mut self.then } else { &mut self.now };
        self.stack.push(place);
        while let Some(place) = self.stack.pop() {
            match threads.reached.get_mut(place) {
                Some(round) if *round != self.round => *round = self.round,
                _ => continue,
            }
            match self.regex.program.get(place) {
                Some(Step::Fork(first, second)) => self.stack.extend([*second, *first]),
                Some(Step::Jump(to)) => self.stack.push(*to),
                Some(Step::Ahead(ahead)) if ahead.holds(next) => self.stack.push(place + 1),
                Some(Step::Read(_) | Step::Match) => threads.list.push((place, start)),
                Some(Step::Ahead(_)) | None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests;
