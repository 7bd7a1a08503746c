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

fn greater(a: f32, b: f32) -> f32 {
  return select(a, b, b > a);
}

fn lesser(a: f32, b: f32) -> f32 {
  return select(a, b, b < a);
}
