//! Memory that results are written to.

/// Gives memory a length; what is new is 0. (Here, because a loop that writes zeros is worth being
/// compiled for speed as well.)
pub fn resize(memory: &mut Vec<f32>, length: usize) {
    memory.resize(length, 0.0);
}
