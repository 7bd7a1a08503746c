fn logistic(x: f32) -> f32 {
  return 1.0 / (1.0 + exp(-clamp(x, -87.0, 87.0)));
}

fn hyperbolic_tangent(x: f32) -> f32 {
  return tanh(clamp(x, -15.0, 15.0));
}

fn greater(a: f32, b: f32) -> f32 {
  return select(a, b, b > a);
}

fn lesser(a: f32, b: f32) -> f32 {
  return select(a, b, b < a);
}
