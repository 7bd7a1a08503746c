//! Eight int16 values that are multiplied by eight others and added in pairs.
//!
//! In WebAssembly with `simd128` one vector register; elsewhere an array. Sums are of
//! int32 and exact where they fit; else they wrap around.

#[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
pub(crate) use imp::whole;
pub(crate) use imp::{Bytes, Sums, Words, pairs};

/// Sums in [`Sums`].
pub(crate) const SUMS: usize = 4;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod imp {
    use std::arch::wasm32::{
        f32x4, f32x4_convert_i32x4, f32x4_extract_lane, i8x16_shuffle, i16x8_extend_high_i8x16,
        i16x8_extend_low_i8x16, i16x8_max, i16x8_min, i16x8_narrow_i32x4, i16x8_splat, i32x4_add,
        i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, i32x4_trunc_sat_f32x4, i64x2_splat, v128,
    };

    /// Four int32 values.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Sums(v128);

    /// Eight int16 values.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Words(v128);

    /// Sixteen int8 values.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Bytes(v128);

    /// Values without what is behind the point, from -`most` to `most`, each two as one int32, the
    /// first in the lower half; NaN counts as 0.
    #[inline(always)]
    pub(crate) fn pairs(values: [f32; 8], most: i16) -> [i32; 4] {
        let whole = whole(values, most);
        [
            i32x4_extract_lane::<0>(whole),
            i32x4_extract_lane::<1>(whole),
            i32x4_extract_lane::<2>(whole),
            i32x4_extract_lane::<3>(whole),
        ]
    }

    /// Values without what is behind the point, from -`most` to `most`; NaN counts as 0.
    #[inline(always)]
    pub(crate) fn whole(values: [f32; 8], most: i16) -> v128 {
        let [a, b, c, d, e, f, g, h] = values;
        let first = i32x4_trunc_sat_f32x4(f32x4(a, b, c, d));
        let second = i32x4_trunc_sat_f32x4(f32x4(e, f, g, h));
        let whole = i16x8_narrow_i32x4(first, second);
        i16x8_max(i16x8_min(whole, i16x8_splat(most)), i16x8_splat(-most))
    }

    impl Sums {
        #[inline(always)]
        pub(crate) fn zero() -> Self {
            Self(i32x4_splat(0))
        }

        #[inline(always)]
        pub(crate) fn plus_products(self, a: Words, b: Words) -> Self {
            Self(i32x4_add(self.0, i32x4_dot_i16x8(a.0, b.0)))
        }

        /// As float32. (A sum whose lanes were taken would be kept as four values by LLVM.)
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

    impl Words {
        /// Two values that are one int32, as of [`pairs`], four times.
        #[inline(always)]
        pub(crate) fn splat(pair: i32) -> Self {
            Self(i32x4_splat(pair))
        }
    }

    impl Bytes {
        /// A value of the first, one of the second, and so on.
        #[inline(always)]
        pub(crate) fn alternating(first: [i8; 8], second: [i8; 8]) -> Self {
            let [first, second] = [first, second]
                .map(|values| i64x2_splat(i64::from_le_bytes(values.map(i8::cast_unsigned))));
            Self(i8x16_shuffle::<
                0,
                16,
                1,
                17,
                2,
                18,
                3,
                19,
                4,
                20,
                5,
                21,
                6,
                22,
                7,
                23,
            >(first, second))
        }

        /// The first eight values and the others.
        #[inline(always)]
        pub(crate) fn words(self) -> [Words; 2] {
            [
                Words(i16x8_extend_low_i8x16(self.0)),
                Words(i16x8_extend_high_i8x16(self.0)),
            ]
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod imp {
    /// Four int32 values.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Sums([i32; 4]);

    /// Eight int16 values.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Words([i16; 8]);

    /// Sixteen int8 values.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Bytes([i8; 16]);

    /// Values without what is behind the point, from -`most` to `most`, each two as one int32, the
    /// first in the lower half; NaN counts as 0.
    #[inline(always)]
    pub(crate) fn pairs(values: [f32; 8], most: i16) -> [i32; 4] {
        let whole = values.map(|value| i32::from((value as i16).clamp(-most, most)));
        std::array::from_fn(|at| whole[2 * at] & 0xffff | whole[2 * at + 1] << 16)
    }

    impl Sums {
        #[inline(always)]
        pub(crate) fn zero() -> Self {
            Self([0; 4])
        }

        #[inline(always)]
        pub(crate) fn plus_products(self, a: Words, b: Words) -> Self {
            let product = |at: usize| i32::from(a.0[at]) * i32::from(b.0[at]);
            Self(std::array::from_fn(|sum| {
                let both = product(2 * sum).wrapping_add(product(2 * sum + 1));
                self.0[sum].wrapping_add(both)
            }))
        }

        /// As float32.
        #[inline(always)]
        pub(crate) fn floats(self) -> [f32; 4] {
            self.0.map(|sum| sum as f32)
        }
    }

    impl Words {
        /// Two values that are one int32, as of [`pairs`], four times.
        #[inline(always)]
        pub(crate) fn splat(pair: i32) -> Self {
            let both = [pair as i16, (pair >> 16) as i16];
            Self(std::array::from_fn(|at| both[at % 2]))
        }
    }

    impl Bytes {
        /// A value of the first, one of the second, and so on.
        #[inline(always)]
        pub(crate) fn alternating(first: [i8; 8], second: [i8; 8]) -> Self {
            let both = [first, second];
            Self(std::array::from_fn(|at| both[at % 2][at / 2]))
        }

        /// The first eight values and the others.
        #[inline(always)]
        pub(crate) fn words(self) -> [Words; 2] {
            [0, 8].map(|first| Words(std::array::from_fn(|at| i16::from(self.0[first + at]))))
        }
    }
}
