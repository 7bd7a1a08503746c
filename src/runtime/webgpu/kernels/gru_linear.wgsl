var<workgroup> h: array<f32, HIDDEN>;
var<workgroup> gates: array<f32, COLUMNS>;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) w: vec3<u32>,
  @builtin(num_workgroups) n: vec3<u32>,
  @builtin(local_invocation_index) l: u32,
) {
  let row = w.y * n.x + w.x;
  if (row >= BATCH) { return; }
  for (var j = l; j < HIDDEN; j += GROUP) {
    h[j] = h_before[row * HIDDEN + j];
  }
  workgroupBarrier();
  for (var s = 0u; s < STEPS; s++) {
    let at = (PLACE) * BATCH + row;
    // The sums of a gate; of the new one only the product with the state.
    for (var j = l; j < COLUMNS; j += GROUP) {
      var sum = weights[HIDDEN * COLUMNS + j];
      if (j < 2u * HIDDEN) { sum += inputs[at * COLUMNS + j]; }
      for (var k = 0u; k < HIDDEN; k++) { sum += h[k] * weights[k * COLUMNS + j]; }
      gates[j] = sum;
    }
    workgroupBarrier();
    for (var j = l; j < HIDDEN; j += GROUP) {
      let update = logistic(gates[j]);
      let reset = logistic(gates[HIDDEN + j]);
      let fresh = hyperbolic_tangent(inputs[at * COLUMNS + 2u * HIDDEN + j] + reset * gates[2u * HIDDEN + j]);
      let state = (1.0 - update) * fresh + update * h[j];
      h[j] = state;
      states[at * HIDDEN + j] = state;
    }
    workgroupBarrier();
  }
  for (var j = l; j < HIDDEN; j += GROUP) {
    h_behind[row * HIDDEN + j] = h[j];
  }
}
