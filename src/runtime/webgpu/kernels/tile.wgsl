// Tiles of WIDTH · 4 rows and columns; a thread holds 4 by 4 sums.
var<workgroup> tile_a: array<vec4<f32>, WIDTH * WIDTH>;
var<workgroup> tile_b: array<vec4<f32>, WIDTH * WIDTH>;

@compute @workgroup_size(WIDTH, WIDTH)
fn main(
  @builtin(workgroup_id) w: vec3<u32>,
  @builtin(num_workgroups) n: vec3<u32>,
  @builtin(local_invocation_id) l: vec3<u32>,
) {
  let row = (w.y * WIDTH + l.y) * 4u;
  let column = (w.x * WIDTH + l.x) * 4u;
  for (var z = w.z; z < BATCHES; z += n.z) {
    var s0 = vec4<f32>();
    var s1 = vec4<f32>();
    var s2 = vec4<f32>();
    var s3 = vec4<f32>();
    PARTS
    let sums = array<vec4<f32>, 4>(s0, s1, s2, s3);
    for (var j = 0u; j < 4u; j++) {
      if (row + j < ROWS) {
        for (var c = 0u; c < 4u; c++) {
          if (column + c < COLUMNS) { put(z, row + j, column + c, sums[j][c]); }
        }
      }
    }
  }
}
