//! Solving a problem step by step.

use super::canonical;
use super::choice::Choice;
use super::dlib::{Dlib, Steps};
use super::greedy::{Scale, greedy};
use super::incumbent::Incumbent;
use super::mqmcg::{Mqmcg, Step};
use super::options::{SubsetMethod, SubsetOptions};
use super::problem::Problem;
use super::selection::Selection;
use crate::error::Result;
use crate::random::SplitMix64;

/// The default of [`SubsetOptions::rounds`].
const DLIB_ROUNDS: usize = 200;
const MQMCG_ROUNDS: usize = 60;

/// About how many arcs of a graph one step looks at: some hundredths of a
/// second.
const STEP_WORK: u64 = 4_000_000;

/// The search for the best choice, which can be left off between any two steps.
///
/// ```
/// use epitome::subset::{AttributeSpec, Problem, ProblemSpec, Solver, SubsetOptions};
///
/// let problem = Problem::new(&ProblemSpec {
///     unary: vec![1.0, 2.0, 3.0],
///     attributes: vec![AttributeSpec {
///         budget: 1.5,
///         unary: vec![1.0, 1.0, 1.0],
///         ..Default::default()
///     }],
///     ..Default::default()
/// })?;
/// let deadline = std::time::Instant::now() + std::time::Duration::from_secs(1);
/// let mut solver = Solver::new(&problem, &SubsetOptions::default())?;
/// while !solver.step() && std::time::Instant::now() < deadline {}
/// assert_eq!(solver.selection().chosen, [2]);
/// # Ok::<(), epitome::Error>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    /// The problem with its items in canonical order.
    problem: Problem,
    order: Vec<u32>,
    scale: Scale,
    task: Task,
    incumbent: Incumbent,
    iterations: usize,
    rounds: usize,
    done: bool,
}

#[derive(Debug)]
enum Task {
    Greedy,
    Dlib(Box<Dlib>),
    Mqmcg(Box<Mqmcg>),
}

impl Solver {
    /// Prepares the search.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) if an option is
    /// outside its range or the start names an item that there is not.
    pub fn new(problem: &Problem, options: &SubsetOptions) -> Result<Self> {
        options.check(problem)?;
        let order = canonical::order(problem);
        let start = match &options.start {
            Some(start) => {
                let inside = problem.membership("start", start)?;
                Some(order.iter().map(|&item| inside[item as usize]).collect())
            }
            None => None,
        };
        let problem = problem.reordered(&order);
        let scale = Scale::new(&problem);
        let mut incumbent = Incumbent::new(&problem);
        let start = start.map(|inside| Choice::of(&problem, inside));
        if let Some(start) = &start {
            incumbent.keep(&problem, start.clone());
        }
        let everything = Choice::of(&problem, vec![true; problem.items()]);
        let done = everything.feasible(&problem);
        if done {
            incumbent.bound = everything.objective;
            incumbent.keep(&problem, everything);
        }
        let task = match options.method {
            SubsetMethod::Greedy => Task::Greedy,
            SubsetMethod::Dlib => {
                let steps = Steps::new(&problem, options.multiplier, options.step);
                let start = start.unwrap_or_else(|| random_start(&problem, options.seed));
                Task::Dlib(Box::new(Dlib::new(start, steps)))
            }
            SubsetMethod::Mqmcg => Task::Mqmcg(Box::new(Mqmcg::new(&problem, options.multiplier))),
        };
        let rounds = match options.method {
            SubsetMethod::Greedy => 1,
            SubsetMethod::Dlib => DLIB_ROUNDS,
            SubsetMethod::Mqmcg => MQMCG_ROUNDS,
        };
        Ok(Self {
            problem,
            order,
            scale,
            task,
            incumbent,
            iterations: 0,
            rounds: options.rounds.unwrap_or(rounds),
            done,
        })
    }

    /// Goes on a little: a few hundredths of a second, or one round over all
    /// items where that takes longer. Returns whether the search is over.
    pub fn step(&mut self) -> bool {
        if self.done {
            return true;
        }
        let (problem, scale, incumbent) = (&self.problem, &self.scale, &mut self.incumbent);
        match &mut self.task {
            Task::Greedy => {
                incumbent.keep(problem, greedy(problem, scale));
                self.iterations += 1;
                self.done = true;
            }
            Task::Dlib(dlib) => {
                self.done = dlib.round(problem, scale, incumbent);
                self.iterations += 1;
                self.done |= self.iterations >= self.rounds;
            }
            Task::Mqmcg(mqmcg) => match mqmcg.step(problem, scale, incumbent, STEP_WORK) {
                Step::Part => {}
                Step::Iteration => {
                    self.iterations += 1;
                    if self.iterations >= self.rounds {
                        mqmcg.settle();
                    }
                }
                Step::End => self.done = true,
            },
        }
        self.done
    }

    /// How many rounds or cuts there have been.
    pub fn iterations(&self) -> usize {
        self.iterations
    }

    /// The best choice so far; before the first iteration has ended, the greedy
    /// one.
    pub fn selection(&self) -> Selection {
        let problem = &self.problem;
        let first;
        let best = if self.iterations == 0 && !self.done && self.incumbent.best.objective == 0.0 {
            first = greedy(problem, &self.scale);
            &first
        } else {
            &self.incumbent.best
        };
        let mut chosen: Vec<usize> = self
            .order
            .iter()
            .zip(&best.inside)
            .filter(|(_, inside)| **inside)
            .map(|(&item, _)| item as usize)
            .collect();
        chosen.sort_unstable();
        let bound = self.incumbent.bound;
        Selection {
            chosen,
            objective: best.objective,
            spent: best.spent.clone(),
            multipliers: match &self.task {
                Task::Greedy => vec![0.0; problem.attributes.len()],
                Task::Dlib(dlib) => dlib.multipliers.clone(),
                Task::Mqmcg(mqmcg) => mqmcg.multipliers.clone(),
            },
            exact: self.incumbent.is_optimal(),
            bound: bound.is_finite().then_some(bound),
            iterations: self.iterations,
        }
    }
}

/// Items in random order as long as they fit the budgets.
fn random_start(problem: &Problem, seed: u64) -> Choice {
    let mut random = SplitMix64::new(seed);
    let mut order: Vec<usize> = (0..problem.items()).collect();
    let mut choice = Choice::empty(problem);
    for left in (1..=order.len()).rev() {
        let item = order.swap_remove(random.below(left as u64) as usize);
        if choice.fits(problem, item) {
            choice.flip(problem, item, |_, _| {});
        }
    }
    choice.refresh(problem);
    choice
}

/// The best choice of items that the method finds within the budgets.
///
/// ```
/// use epitome::subset::{AttributeSpec, Problem, ProblemSpec, SubsetOptions, select};
///
/// // Two items that belong together are worth more than the best one alone.
/// let problem = Problem::new(&ProblemSpec {
///     unary: vec![3.0, 1.0, 1.0],
///     pairs: vec![(1, 2, 4.0)],
///     attributes: vec![AttributeSpec {
///         budget: 2.0,
///         unary: vec![2.0, 1.0, 1.0],
///         ..Default::default()
///     }],
///     ..Default::default()
/// })?;
/// let selection = select(&problem, &SubsetOptions::default())?;
/// assert_eq!(selection.chosen, [1, 2]);
/// assert_eq!(selection.objective, 6.0);
/// assert!(selection.exact);
/// # Ok::<(), epitome::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`Solver::new`].
pub fn select(problem: &Problem, options: &SubsetOptions) -> Result<Selection> {
    let mut solver = Solver::new(problem, options)?;
    while !solver.step() {}
    Ok(solver.selection())
}
