var<workgroup> h: array<f32, HIDDEN>;
var<workgroup> c: array<f32, HIDDEN>;
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
    c[j] = c_before[row * HIDDEN + j];
  }
  workgroupBarrier();
  for (var s = 0u; s < STEPS; s++) {
    let at = (PLACE) * BATCH + row;
    for (var j = l; j < COLUMNS; j += GROUP) {
      var sum = inputs[at * COLUMNS + j];
      for (var k = 0u; k < HIDDEN; k++) { sum += h[k] * weights[k * COLUMNS + j]; }
      gates[j] = sum;
    }
    workgroupBarrier();
    for (var j = l; j < HIDDEN; j += GROUP) {
      let turned = logistic(gates[2u * HIDDEN + j]) * c[j]
        + logistic(gates[j]) * hyperbolic_tangent(gates[3u * HIDDEN + j]);
      let state = logistic(gates[HIDDEN + j]) * hyperbolic_tangent(turned);
      c[j] = turned;
      h[j] = state;
      states[at * HIDDEN + j] = state;
    }
    workgroupBarrier();
  }
  for (var j = l; j < HIDDEN; j += GROUP) {
    h_behind[row * HIDDEN + j] = h[j];
    c_behind[row * HIDDEN + j] = c[j];
  }
}
