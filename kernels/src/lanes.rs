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

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod imp {
    #[cfg(target_feature = "relaxed-simd")]
    use std::arch::wasm32::f32x4_relaxed_madd;
    use std::arch::wasm32::{f32x4, f32x4_extract_lane, f32x4_splat, v128};
    #[cfg(not(target_feature = "relaxed-simd"))]
    use std::arch::wasm32::{f32x4_add, f32x4_mul};

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
