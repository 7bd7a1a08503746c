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
    for (var j = l; j < 2u * HIDDEN; j += GROUP) {
      var sum = inputs[at * COLUMNS + j] + weights[HIDDEN * COLUMNS + j];
      for (var k = 0u; k < HIDDEN; k++) { sum += h[k] * weights[k * COLUMNS + j]; }
      gates[j] = logistic(sum);
    }
    workgroupBarrier();
    // The state, reset, in the place of the new gate.
    for (var j = l; j < HIDDEN; j += GROUP) { gates[2u * HIDDEN + j] = gates[HIDDEN + j] * h[j]; }
    workgroupBarrier();
    for (var j = l; j < HIDDEN; j += GROUP) {
      let column = 2u * HIDDEN + j;
      var sum = inputs[at * COLUMNS + column] + weights[HIDDEN * COLUMNS + column];
      for (var k = 0u; k < HIDDEN; k++) { sum += gates[2u * HIDDEN + k] * weights[k * COLUMNS + column]; }
      let update = gates[j];
      let state = (1.0 - update) * hyperbolic_tangent(sum) + update * h[j];
      h[j] = state;
      states[at * HIDDEN + j] = state;
    }
    workgroupBarrier();
  }
  for (var j = l; j < HIDDEN; j += GROUP) {
    h_behind[row * HIDDEN + j] = h[j];
  }
}
