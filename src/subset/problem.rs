//! The problem: items, their relatedness, and the attributes that are limited.
//!
//! Paper D, formulas (5) and (6): choose `x ∈ {0, 1}^n` that maximises
//!
//! ```text
//! f(x) = Σ s1_i x_i + Σ s2_ij x_i x_j + Σ s3_ijk x_i x_j x_k
//! subject to, for every attribute r,
//! g_r(x) = Σ a^r_i x_i + Σ b^r_ij x_i x_j ≤ u_r
//! ```
//!
//! The sums go over unordered pairs and triples. The paper sums over ordered
//! ones, but its worked example counts each pair once, and so does this module:
//! an entry given twice, in whatever order of its items, adds up. An attribute
//! may have unary entries, pairwise ones, or both, which limits their sum.
//!
//! Everything is sparse: memory is linear in the number of entries, and
//! building sorts the entries of each item.

use serde::{Deserialize, Serialize};

use super::rows::Rows;
use crate::error::{Error, ErrorKind, Result};

/// The most items: they are numbered in 32 bits, together with as many triples.
pub const MAX_ITEMS: usize = 1 << 30;

/// An attribute and its budget, as the caller writes it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AttributeSpec {
    /// What errors call it. Default: its number.
    pub name: Option<String>,
    /// The most that the chosen items may have together, over 0.
    pub budget: f64,
    /// `a_i`: one value of at least 0 for every item; none stands for zeros.
    pub unary: Vec<f64>,
    /// `b_ij`: two different items and a value of at least 0.
    pub pairs: Vec<(usize, usize, f64)>,
}

/// A problem as the caller writes it. See the [module](self) for its meaning.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProblemSpec {
    /// `s1_i`: one value of at least 0 for every item. Its length is the number
    /// of items.
    pub unary: Vec<f64>,
    /// `s2_ij`: two different items, counted from 0, and a value of at least 0.
    pub pairs: Vec<(usize, usize, f64)>,
    /// `s3_ijk`: three different items and a value of at least 0.
    pub triples: Vec<(usize, usize, usize, f64)>,
    /// What is limited; at least one.
    pub attributes: Vec<AttributeSpec>,
}

/// The name and the budget of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Attribute {
    pub name: Option<String>,
    pub budget: f64,
}

/// A problem whose entries have been checked.
///
/// ```
/// use epitome::subset::{AttributeSpec, Problem, ProblemSpec};
///
/// let problem = Problem::new(&ProblemSpec {
///     unary: vec![1.0, 2.0, 3.0],
///     pairs: vec![(0, 1, 4.0)],
///     attributes: vec![AttributeSpec {
///         budget: 2.0,
///         unary: vec![1.0, 1.0, 1.0],
///         ..Default::default()
///     }],
///     ..Default::default()
/// })?;
/// assert_eq!(problem.objective(&[0, 1])?, 7.0);
/// # Ok::<(), epitome::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    pub(super) attributes: Vec<Attribute>,
    pub(super) unary: Vec<f64>,
    /// For each item its related items, ascending.
    pub(super) pairs: Rows<(u32, f64)>,
    /// For each item the two others of its triples, ascending.
    pub(super) triples: Rows<(u32, u32, f64)>,
    /// For each item its attributes over 0, ascending.
    pub(super) costs: Rows<(u32, f64)>,
    /// For each item the others it shares a pairwise attribute with: item,
    /// attribute, value; ascending.
    pub(super) pair_costs: Rows<(u32, u32, f64)>,
}

impl Problem {
    /// Checks the entries and sorts them by item.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`], naming the entry, where a value is
    /// negative or not finite, an item does not exist or occurs twice in an
    /// entry, a list has another length than the number of items, or a budget
    /// is not over 0; and where there is no item, no attribute, or an attribute
    /// that limits nothing.
    pub fn new(spec: &ProblemSpec) -> Result<Self> {
        let items = spec.unary.len();
        if items == 0 || items > MAX_ITEMS {
            return Err(invalid(format!(
                "unary: there are {items} items: there must be from 1 to {MAX_ITEMS}"
            )));
        }
        if spec.triples.len() > MAX_ITEMS {
            return Err(invalid(format!(
                "triples: there are {}: at most {MAX_ITEMS} are allowed",
                spec.triples.len()
            )));
        }
        if spec.attributes.is_empty() {
            return Err(invalid(
                "attributes: there is none: without a budget every item is chosen; give at least one",
            ));
        }
        let mut total = 0.0;
        for (index, &value) in spec.unary.iter().enumerate() {
            total += amount(value, || format!("unary[{index}]"))?;
        }
        for (index, &(i, j, value)) in spec.pairs.iter().enumerate() {
            let place = || format!("pairs[{index}]");
            distinct(&[i, j], items, place)?;
            total += amount(value, place)?;
        }
        for (index, &(i, j, k, value)) in spec.triples.iter().enumerate() {
            let place = || format!("triples[{index}]");
            distinct(&[i, j, k], items, place)?;
            total += amount(value, place)?;
        }
        if !total.is_finite() {
            return Err(invalid(
                "the relatedness of all items together is infinite: the values must be smaller",
            ));
        }
        for (index, attribute) in spec.attributes.iter().enumerate() {
            check_attribute(attribute, items).map_err(|error| match &attribute.name {
                Some(name) => error.at(format!("attributes[{index}] ({name})")),
                None => error.at(format!("attributes[{index}]")),
            })?;
        }
        Ok(Self::build(spec, items))
    }

    fn build(spec: &ProblemSpec, items: usize) -> Self {
        let pairs = spec.pairs.iter().filter(|entry| entry.2 > 0.0);
        let mut pairs = Rows::new(
            items,
            pairs.flat_map(|&(i, j, value)| [(i, (j as u32, value)), (j, (i as u32, value))]),
        );
        pairs.merge(|entry| entry.0, |into, from| into.1 += from.1);
        let triples = spec.triples.iter().filter(|entry| entry.3 > 0.0);
        let mut triples = Rows::new(
            items,
            triples.flat_map(|&(i, j, k, value)| {
                [(i, j, k), (j, i, k), (k, i, j)]
                    .map(|(i, j, k)| (i, (j.min(k) as u32, j.max(k) as u32, value)))
            }),
        );
        triples.merge(|entry| (entry.0, entry.1), |into, from| into.2 += from.2);
        let attributes = || (0_u32..).zip(&spec.attributes);
        let mut costs = Rows::new(
            items,
            attributes().flat_map(|(r, attribute)| {
                let values = attribute.unary.iter().copied().enumerate();
                let over_zero = values.filter(|entry| entry.1 > 0.0);
                over_zero.map(move |(item, value)| (item, (r, value)))
            }),
        );
        costs.merge(|entry| entry.0, |into, from| into.1 += from.1);
        let mut pair_costs = Rows::new(
            items,
            attributes().flat_map(|(r, attribute)| {
                let over_zero = attribute.pairs.iter().filter(|entry| entry.2 > 0.0);
                over_zero.flat_map(move |&(i, j, value)| {
                    [(i, (j as u32, r, value)), (j, (i as u32, r, value))]
                })
            }),
        );
        pair_costs.merge(|entry| (entry.0, entry.1), |into, from| into.2 += from.2);
        Self {
            attributes: spec
                .attributes
                .iter()
                .map(|attribute| Attribute {
                    name: attribute.name.clone(),
                    budget: attribute.budget,
                })
                .collect(),
            unary: spec.unary.clone(),
            pairs,
            triples,
            costs,
            pair_costs,
        }
    }

    /// The number of items.
    pub fn items(&self) -> usize {
        self.unary.len()
    }

    /// The budgets, in the order of the attributes.
    pub fn budgets(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.attributes.iter().map(|attribute| attribute.budget)
    }

    /// `f`: the relatedness that `chosen` items keep, added up from the entries.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if an item does not exist or is there
    /// twice.
    pub fn objective(&self, chosen: &[usize]) -> Result<f64> {
        Ok(self.objective_of(&self.membership("chosen", chosen)?))
    }

    /// `g`: what `chosen` items spend of every attribute, added up from the
    /// entries.
    ///
    /// # Errors
    ///
    /// Those of [`objective`](Self::objective).
    pub fn spent(&self, chosen: &[usize]) -> Result<Vec<f64>> {
        Ok(self.spent_of(&self.membership("chosen", chosen)?))
    }

    /// Which items are in a list of them; `place` names the list in errors.
    pub(super) fn membership(&self, place: &str, chosen: &[usize]) -> Result<Vec<bool>> {
        let mut inside = vec![false; self.items()];
        for (index, &item) in chosen.iter().enumerate() {
            let Some(is_inside) = inside.get_mut(item) else {
                return Err(no_such_item(
                    &format!("{place}[{index}]"),
                    item,
                    self.items(),
                ));
            };
            if std::mem::replace(is_inside, true) {
                return Err(invalid(format!(
                    "{place}[{index}]: item {item} is there twice"
                )));
            }
        }
        Ok(inside)
    }

    pub(super) fn objective_of(&self, inside: &[bool]) -> f64 {
        let mut total = 0.0;
        for i in (0..self.items()).filter(|&i| inside[i]) {
            total += self.unary[i];
            for &(j, value) in self.pairs.after(i, i) {
                if inside[j as usize] {
                    total += value;
                }
            }
            for &(j, k, value) in self.triples.after(i, i) {
                if inside[j as usize] && inside[k as usize] {
                    total += value;
                }
            }
        }
        total
    }

    pub(super) fn spent_of(&self, inside: &[bool]) -> Vec<f64> {
        let mut spent = vec![0.0; self.attributes.len()];
        for i in (0..self.items()).filter(|&i| inside[i]) {
            for &(r, value) in self.costs.row(i) {
                spent[r as usize] += value;
            }
            for &(j, r, value) in self.pair_costs.after(i, i) {
                if inside[j as usize] {
                    spent[r as usize] += value;
                }
            }
        }
        spent
    }

    /// Whether `spent` is within every budget.
    pub(super) fn within(&self, spent: &[f64]) -> bool {
        self.budgets()
            .zip(spent)
            .all(|(budget, spent)| *spent <= budget)
    }

    /// The same problem with its items in another order: item `c` of it is item
    /// `order[c]` of this one.
    pub(super) fn reordered(&self, order: &[u32]) -> Self {
        let mut position = vec![0_u32; order.len()];
        for (new, &old) in (0_u32..).zip(order) {
            position[old as usize] = new;
        }
        let at = |item: u32| position[item as usize];
        Self {
            attributes: self.attributes.clone(),
            unary: order.iter().map(|&old| self.unary[old as usize]).collect(),
            pairs: self.pairs.reordered(order, |&(j, value)| (at(j), value)),
            triples: self.triples.reordered(order, |&(j, k, value)| {
                (at(j).min(at(k)), at(j).max(at(k)), value)
            }),
            costs: self.costs.reordered(order, |&entry| entry),
            pair_costs: self
                .pair_costs
                .reordered(order, |&(j, r, value)| (at(j), r, value)),
        }
    }
}

fn check_attribute(attribute: &AttributeSpec, items: usize) -> Result<()> {
    if !(attribute.budget.is_finite() && attribute.budget > 0.0) {
        return Err(invalid(format!(
            "the budget is {}: it must be a finite number over 0",
            attribute.budget
        )));
    }
    if !attribute.unary.is_empty() && attribute.unary.len() != items {
        return Err(invalid(format!(
            "unary has {} values, but there are {items} items: give one for each, or none",
            attribute.unary.len()
        )));
    }
    let mut total = 0.0;
    for (index, &value) in attribute.unary.iter().enumerate() {
        total += amount(value, || format!("unary[{index}]"))?;
    }
    for (index, &(i, j, value)) in attribute.pairs.iter().enumerate() {
        let place = || format!("pairs[{index}]");
        distinct(&[i, j], items, place)?;
        total += amount(value, place)?;
    }
    if total == 0.0 {
        return Err(invalid(
            "no item has any of it, so that it limits nothing: give a unary or a pairwise value over 0",
        ));
    }
    if !total.is_finite() {
        return Err(invalid(
            "what all items have of it together is infinite: the values must be smaller",
        ));
    }
    Ok(())
}

fn amount(value: f64, place: impl Fn() -> String) -> Result<f64> {
    if value.is_finite() && value >= 0.0 {
        return Ok(value);
    }
    Err(invalid(format!(
        "{}: the value is {value}: it must be a finite number of at least 0",
        place()
    )))
}

fn distinct(entry: &[usize], items: usize, place: impl Fn() -> String) -> Result<()> {
    for (position, &item) in entry.iter().enumerate() {
        if item >= items {
            return Err(no_such_item(&place(), item, items));
        }
        if entry[..position].contains(&item) {
            return Err(invalid(format!(
                "{}: item {item} is there twice: the items of an entry must differ",
                place()
            )));
        }
    }
    Ok(())
}

fn no_such_item(place: &str, item: usize, items: usize) -> Error {
    invalid(format!(
        "{place}: there is no item {item}: there are {items}, counted from 0"
    ))
}

fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidArgument, message)
}
