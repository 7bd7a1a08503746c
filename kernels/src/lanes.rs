//! Four float32 values that are worked on together.
//!
//! In WebAssembly with `simd128` one vector register; elsewhere an array, whose
//! arithmetic LLVM turns into vector instructions. Both round every product and
//! every sum. With `relaxed-simd` the engine chooses whether a product that is added to
//! a sum is rounded first: where the processor adds products in one instruction, it is not.

pub(crate) use imp::Lanes;

/// Values in [`Lanes`].
pub(crate) const LANES: usize = 4;

impl PartialEq for Lanes {
    fn eq(&self, other: &Self) -> bool {
        self.values() == other.values()
    }
}

impl Lanes {
    /// The first four of some values, or all, with zeros behind them.
    #[inline(always)]
    pub(crate) fn up_to(values: &[f32]) -> Self {
        match values.first_chunk() {
            Some(values) => Self::new(*values),
            None => Self::new(std::array::from_fn(|lane| {
                values.get(lane).copied().unwrap_or(0.0)
            })),
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod imp {
    use std::arch::wasm32::{
        f32x4, f32x4_add, f32x4_div, f32x4_extract_lane, f32x4_mul, f32x4_splat, i32x4_shuffle,
        u32x4_add, u32x4_shl, u32x4_splat, v128,
    };
    #[cfg(target_feature = "relaxed-simd")]
    use std::arch::wasm32::{f32x4_gt, f32x4_lt, f32x4_relaxed_madd, i32x4_relaxed_laneselect};
    #[cfg(not(target_feature = "relaxed-simd"))]
    use std::arch::wasm32::{f32x4_pmax, f32x4_pmin};

    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Lanes(v128);

    impl Lanes {
        #[inline(always)]
        pub(crate) fn new([a, b, c, d]: [f32; 4]) -> Self {
            Self(f32x4(a, b, c, d))
        }

        #[inline(always)]
        pub(crate) fn splat(value: f32) -> Self {
            Self(f32x4_splat(value))
        }

        #[inline(always)]
        pub(crate) fn plus(self, other: Self) -> Self {
            Self(f32x4_add(self.0, other.0))
        }

        #[inline(always)]
        pub(crate) fn times(self, other: Self) -> Self {
            Self(f32x4_mul(self.0, other.0))
        }

        #[inline(always)]
        pub(crate) fn over(self, other: Self) -> Self {
            Self(f32x4_div(self.0, other.0))
        }

        /// Values below and above limits as these; what is not a number stays so.
        #[cfg(not(target_feature = "relaxed-simd"))]
        #[inline(always)]
        pub(crate) fn within(self, least: f32, greatest: f32) -> Self {
            let below = f32x4_pmin(self.0, f32x4_splat(greatest));
            Self(f32x4_pmax(below, f32x4_splat(least)))
        }

        /// The same: LLVM would take the relaxed lesser and greater, which may lose what is not a
        /// number.
        #[cfg(target_feature = "relaxed-simd")]
        #[inline(always)]
        pub(crate) fn within(self, least: f32, greatest: f32) -> Self {
            let (least, greatest) = (f32x4_splat(least), f32x4_splat(greatest));
            let below = i32x4_relaxed_laneselect(greatest, self.0, f32x4_gt(self.0, greatest));
            Self(i32x4_relaxed_laneselect(
                least,
                below,
                f32x4_lt(below, least),
            ))
        }

        /// Four vectors with their rows as columns.
        #[inline(always)]
        pub(crate) fn exchanged([a, b, c, d]: [Self; 4]) -> [Self; 4] {
            let (low, low_below) = (
                i32x4_shuffle::<0, 4, 1, 5>(a.0, b.0),
                i32x4_shuffle::<0, 4, 1, 5>(c.0, d.0),
            );
            let (high, high_below) = (
                i32x4_shuffle::<2, 6, 3, 7>(a.0, b.0),
                i32x4_shuffle::<2, 6, 3, 7>(c.0, d.0),
            );
            [
                Self(i32x4_shuffle::<0, 1, 4, 5>(low, low_below)),
                Self(i32x4_shuffle::<2, 3, 6, 7>(low, low_below)),
                Self(i32x4_shuffle::<0, 1, 4, 5>(high, high_below)),
                Self(i32x4_shuffle::<2, 3, 6, 7>(high, high_below)),
            ]
        }

        /// 2ⁿ of whole numbers n that stand in the last bits.
        #[inline(always)]
        pub(crate) fn power_of_last_bits(self) -> Self {
            Self(u32x4_shl(u32x4_add(self.0, u32x4_splat(127)), 23))
        }

        #[cfg(target_feature = "relaxed-simd")]
        #[inline(always)]
        pub(crate) fn plus_product(self, a: Self, b: Self) -> Self {
            Self(f32x4_relaxed_madd(a.0, b.0, self.0))
        }

        #[cfg(not(target_feature = "relaxed-simd"))]
        #[inline(always)]
        pub(crate) fn plus_product(self, a: Self, b: Self) -> Self {
            Self(f32x4_add(self.0, f32x4_mul(a.0, b.0)))
        }

        #[inline(always)]
        pub(crate) fn values(self) -> [f32; 4] {
            [
                f32x4_extract_lane::<0>(self.0),
                f32x4_extract_lane::<1>(self.0),
                f32x4_extract_lane::<2>(self.0),
                f32x4_extract_lane::<3>(self.0),
            ]
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod imp {
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Lanes([f32; 4]);

    impl Lanes {
        #[inline(always)]
        pub(crate) fn new(values: [f32; 4]) -> Self {
            Self(values)
        }

        #[inline(always)]
        pub(crate) fn splat(value: f32) -> Self {
            Self([value; 4])
        }

        #[inline(always)]
        pub(crate) fn plus(self, other: Self) -> Self {
            Self(std::array::from_fn(|lane| self.0[lane] + other.0[lane]))
        }

        #[inline(always)]
        pub(crate) fn times(self, other: Self) -> Self {
            Self(std::array::from_fn(|lane| self.0[lane] * other.0[lane]))
        }

        #[inline(always)]
        pub(crate) fn over(self, other: Self) -> Self {
            Self(std::array::from_fn(|lane| self.0[lane] / other.0[lane]))
        }

        /// Values below and above limits as these; what is not a number stays so.
        #[inline(always)]
        pub(crate) fn within(self, least: f32, greatest: f32) -> Self {
            Self(self.0.map(|value| {
                let value = if value > greatest { greatest } else { value };
                if value < least { least } else { value }
            }))
        }

        /// Four vectors with their rows as columns.
        #[inline(always)]
        pub(crate) fn exchanged(rows: [Self; 4]) -> [Self; 4] {
            std::array::from_fn(|column| Self(rows.map(|row| row.0[column])))
        }

        /// 2ⁿ of whole numbers n that stand in the last bits.
        #[inline(always)]
        pub(crate) fn power_of_last_bits(self) -> Self {
            Self(
                self.0
                    .map(|value| f32::from_bits(value.to_bits().wrapping_add(127) << 23)),
            )
        }

        #[inline(always)]
        pub(crate) fn plus_product(self, a: Self, b: Self) -> Self {
            Self(std::array::from_fn(|lane| {
                self.0[lane] + a.0[lane] * b.0[lane]
            }))
        }

        #[inline(always)]
        pub(crate) fn values(self) -> [f32; 4] {
            self.0
        }
    }
}
