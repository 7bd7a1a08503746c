fn logistic(x: f32) -> f32 {
  return 1.0 / (1.0 + exp(-clamp(x, -87.0, 87.0)));
}

fn hyperbolic_tangent(x: f32) -> f32 {
  return tanh(clamp(x, -15.0, 15.0));
}

fn error_function(a: f32) -> f32 {
  let x = clamp(a, -4.0, 4.0);
  let s = x * x;
  let above = (((((-2.7261423e-10 * s + 2.7706814e-8) * s - 2.101024e-6) * s - 5.6925064e-5) * s - 7.3499063e-4) * s - 2.9545998e-3) * s - 1.6096033e-2;
  let below = (((-1.4566072e-5 * s - 2.1337406e-4) * s - 1.682827e-3) * s - 7.3733292e-3) * s - 1.4264739e-2;
  return x * above / below;
}

// The rest of an angle beyond quarters of a turn, in three parts (Cody and Waite), and the series
// of Cephes for it.
fn quarters(x: f32, more: i32) -> f32 {
  let turns = round(x * 0.63661977);
  let rest = ((x - turns * 1.5703125) - turns * 4.837513e-4) - turns * 7.54979e-8;
  let z = rest * rest;
  let place = (i32(turns) + more) & 3;
  let odd = ((-1.9515296e-4 * z + 8.332161e-3) * z - 0.16666655) * z * rest + rest;
  let even = ((2.4433157e-5 * z - 1.3887316e-3) * z + 4.1666646e-2) * z * z - 0.5 * z + 1.0;
  let value = select(odd, even, (place & 1) == 1);
  return select(value, -value, place >= 2);
}

fn half_precision(a: f32, infinity: f32) -> f32 {
  let near = unpack2x16float(pack2x16float(vec2<f32>(clamp(a, -65504.0, 65504.0), 0.0))).x;
  return select(near, select(-infinity, infinity, a > 0.0), abs(a) >= 65520.0);
}

fn greater(a: f32, b: f32) -> f32 {
  return select(a, b, b > a);
}

fn lesser(a: f32, b: f32) -> f32 {
  return select(a, b, b < a);
}
