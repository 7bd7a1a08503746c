//! Elements of a table at places along one of its axes, a place for each element of the result.
//!
//! Relative positions of attention are looked up so: a row of products with all distances, and for
//! every pair of tokens the place of its distance. Cost: one pass over the result.

/// Elements that lie at `start` + Σ index · stride.
#[derive(Clone, Copy, Debug)]
pub struct Strided<'a, T> {
    /// The elements.
    pub values: &'a [T],
    /// The place of the first.
    pub start: usize,
    /// How far it is from one place of an axis to the next.
    pub strides: &'a [usize],
}

/// Adds to `result` the elements of `table` at `places` along `axis`, which has `size` places: the
/// table and the places have as many axes as `shape`, that of the result. A negative place counts
/// from the end.
///
/// # Errors
///
/// A place that the axis does not have; the result is then of no use.
pub fn gather<T: Copy>(
    table: Strided<'_, T>,
    places: Strided<'_, i64>,
    (axis, size): (usize, usize),
    shape: &[usize],
    result: &mut Vec<T>,
) -> Result<(), i64> {
    let Some((&length, outer)) = shape.split_last() else {
        return Ok(());
    };
    if shape.contains(&0) {
        return Ok(());
    }
    if size == 0 {
        return Err(places.values[places.start]);
    }
    let stride = table.strides[axis];
    // The place along the axis is added, not the index.
    let of_table = |at: usize| match at == axis {
        true => 0,
        false => table.strides[at],
    };
    let last = outer.len();
    let (step, places_step) = (of_table(last), places.strides[last]);
    let mut counter = vec![0; last];
    let (mut from, mut place) = (table.start, places.start);
    let rows: usize = outer.iter().product();
    for _ in 0..rows {
        if places_step == 0 {
            let at = index(places.values[place], size)?;
            result
                .extend((0..length).map(|column| table.values[from + column * step + at * stride]));
        } else if step == 0 && stride == 1 && places_step == 1 {
            let line = &table.values[from..][..size];
            let mut wrong = None;
            result.extend(places.values[place..][..length].iter().map(|&place| {
                match index(place, size) {
                    Ok(at) => line[at],
                    Err(place) => {
                        wrong = Some(place);
                        line[0]
                    }
                }
            }));
            if let Some(place) = wrong {
                return Err(place);
            }
        } else {
            let row = places.values[place..].iter().step_by(places_step);
            for (column, &place) in row.take(length).enumerate() {
                let at = index(place, size)?;
                result.push(table.values[from + column * step + at * stride]);
            }
        }
        for (at, count) in counter.iter_mut().enumerate().rev() {
            *count += 1;
            from += of_table(at);
            place += places.strides[at];
            if *count < outer[at] {
                break;
            }
            from -= of_table(at) * outer[at];
            place -= places.strides[at] * outer[at];
            *count = 0;
        }
    }
    Ok(())
}

/// A place as an index of an axis of `size`.
#[inline(always)]
fn index(place: i64, size: usize) -> Result<usize, i64> {
    let from_first = match place < 0 {
        true => place.wrapping_add(size as i64),
        false => place,
    };
    match (from_first as u64) < size as u64 {
        true => Ok(from_first as usize),
        false => Err(place),
    }
}
