//! Sixteen int8 values that are multiplied by sixteen of 7 bits and added in fours.
//!
//! With relaxed SIMD one instruction, where the processor has one for it; elsewhere an array. Sums
//! are of int32 and wrap around.

use crate::integer::GREATEST;

pub(crate) use imp::{Fours, Sums, are_fast, parts};

/// What is added to a number of 9 bits, so that its parts have no sign.
pub(crate) const OFFSET: i16 = 256;

/// How far the high part of a number is moved: what is left of it has 7 bits.
pub(crate) const LOW_BITS: u32 = 2;

const _: () = assert!(GREATEST < OFFSET && (GREATEST + OFFSET) >> LOW_BITS < 1 << 7);

#[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
mod imp {
    use std::arch::wasm32::{
        f32x4_convert_i32x4, f32x4_extract_lane, i8x16, i8x16_narrow_i16x8, i8x16_splat, i16x8_add,
        i16x8_splat, i32x4, i32x4_add, i32x4_extract_lane, i32x4_relaxed_dot_i8x16_i7x16_add,
        i32x4_shl, i32x4_splat, u16x8_shr, v128, v128_and,
    };

    use super::{LOW_BITS, OFFSET};
    use crate::pairs::whole;

    /// Four int32 values.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Sums(v128);

    /// Sixteen int8 values, those of one sum side by side.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Fours(v128);

    /// Whether the engine multiplies and adds in one instruction. What it gives for a value of 8
    /// bits is its own choice, and tells: x86 with VNNI takes it without a sign, so that 127 · -1
    /// is 127 · 255, and ARM's dot product takes it with one and adds (-128)² in 32 bits. Where
    /// several instructions are put together, pairs of products are added in 16 bits: they
    /// saturate in the one case and wrap around in the other, and pairs of 16 bits are faster.
    pub(crate) fn are_fast() -> bool {
        let multiplied = |weight, value| {
            let zero = i32x4_splat(0);
            i32x4_extract_lane::<0>(i32x4_relaxed_dot_i8x16_i7x16_add(
                i8x16_splat(weight),
                i8x16_splat(value),
                zero,
            ))
        };
        multiplied(127, -1) == 4 * 127 * 255 || multiplied(-128, -128) == 4 * 128 * 128
    }

    /// Values without what is behind the point, from -`most` to `most`, and [`OFFSET`]: the high
    /// parts, four as one int32, the first in the lowest byte, and the low parts; NaN counts as 0.
    #[inline(always)]
    pub(crate) fn parts(values: [f32; 8], most: i16) -> [[i32; 2]; 2] {
        let whole = i16x8_add(whole(values, most), i16x8_splat(OFFSET));
        let low = v128_and(whole, i16x8_splat((1 << LOW_BITS) - 1));
        let both = i8x16_narrow_i16x8(u16x8_shr(whole, LOW_BITS), low);
        [
            [i32x4_extract_lane::<0>(both), i32x4_extract_lane::<1>(both)],
            [i32x4_extract_lane::<2>(both), i32x4_extract_lane::<3>(both)],
        ]
    }

    impl Sums {
        #[inline(always)]
        pub(crate) fn new([a, b, c, d]: [i32; 4]) -> Self {
            Self(i32x4(a, b, c, d))
        }

        /// With the products of four values, of 7 bits each and in one int32, added to each sum.
        /// All engines agree on a first operand of 8 bits and a second of 7.
        #[inline(always)]
        pub(crate) fn plus_products(self, weights: Fours, four: i32) -> Self {
            Self(i32x4_relaxed_dot_i8x16_i7x16_add(
                weights.0,
                i32x4_splat(four),
                self.0,
            ))
        }

        #[inline(always)]
        pub(crate) fn plus(self, other: Self) -> Self {
            Self(i32x4_add(self.0, other.0))
        }

        /// Times 2^[`LOW_BITS`].
        #[inline(always)]
        pub(crate) fn raised(self) -> Self {
            Self(i32x4_shl(self.0, LOW_BITS))
        }

        /// As float32.
        #[inline(always)]
        pub(crate) fn floats(self) -> [f32; 4] {
            let floats = f32x4_convert_i32x4(self.0);
            [
                f32x4_extract_lane::<0>(floats),
                f32x4_extract_lane::<1>(floats),
                f32x4_extract_lane::<2>(floats),
                f32x4_extract_lane::<3>(floats),
            ]
        }
    }

    impl Fours {
        #[inline(always)]
        #[rustfmt::skip]
        pub(crate) fn new(values: [i8; 16]) -> Self {
            let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = values;
            Self(i8x16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p))
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "relaxed-simd")))]
mod imp {
    use super::{LOW_BITS, OFFSET};

    /// Four int32 values.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Sums([i32; 4]);

    /// Sixteen int8 values, those of one sum side by side.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Fours([i8; 16]);

    /// There is no such instruction.
    pub(crate) fn are_fast() -> bool {
        false
    }

    /// Values without what is behind the point, from -`most` to `most`, and [`OFFSET`]: the high
    /// parts, four as one int32, the first in the lowest byte, and the low parts; NaN counts as 0.
    #[inline(always)]
    pub(crate) fn parts(values: [f32; 8], most: i16) -> [[i32; 2]; 2] {
        let whole = values.map(|value| (value as i16).clamp(-most, most) + OFFSET);
        let four = |part: &dyn Fn(i16) -> i16, at: usize| {
            i32::from_le_bytes(std::array::from_fn(|byte| part(whole[4 * at + byte]) as u8))
        };
        let high = |at| four(&|value| value >> LOW_BITS, at);
        let low = |at| four(&|value| value & ((1 << LOW_BITS) - 1), at);
        [[high(0), high(1)], [low(0), low(1)]]
    }

    impl Sums {
        #[inline(always)]
        pub(crate) fn new(values: [i32; 4]) -> Self {
            Self(values)
        }

        /// With the products of four values, of 7 bits each and in one int32, added to each sum.
        #[inline(always)]
        pub(crate) fn plus_products(self, weights: Fours, four: i32) -> Self {
            let four = four.to_le_bytes();
            Self(std::array::from_fn(|sum| {
                let products = weights.0[4 * sum..].iter().zip(four);
                let products =
                    products.map(|(&weight, value)| i32::from(weight) * i32::from(value));
                self.0[sum].wrapping_add(products.sum())
            }))
        }

        #[inline(always)]
        pub(crate) fn plus(self, other: Self) -> Self {
            Self(std::array::from_fn(|sum| {
                self.0[sum].wrapping_add(other.0[sum])
            }))
        }

        /// Times 2^[`LOW_BITS`].
        #[inline(always)]
        pub(crate) fn raised(self) -> Self {
            Self(self.0.map(|sum| sum << LOW_BITS))
        }

        /// As float32.
        #[inline(always)]
        pub(crate) fn floats(self) -> [f32; 4] {
            self.0.map(|sum| sum as f32)
        }
    }

    impl Fours {
        #[inline(always)]
        pub(crate) fn new(values: [i8; 16]) -> Self {
            Self(values)
        }
    }
}
