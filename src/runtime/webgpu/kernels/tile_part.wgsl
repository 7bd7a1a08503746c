    for (var k = 0u; k < DEPTH; k += WIDTH) {
      tile_a[l.x * WIDTH + l.y] = vec4<f32>(
        within_aPART(z, row, k + l.x),
        within_aPART(z, row + 1u, k + l.x),
        within_aPART(z, row + 2u, k + l.x),
        within_aPART(z, row + 3u, k + l.x),
      );
      tile_b[l.y * WIDTH + l.x] = vec4<f32>(
        within_bPART(z, k + l.y, column),
        within_bPART(z, k + l.y, column + 1u),
        within_bPART(z, k + l.y, column + 2u),
        within_bPART(z, k + l.y, column + 3u),
      );
      workgroupBarrier();
      for (var d = 0u; d < WIDTH; d++) {
        let a = tile_a[d * WIDTH + l.y];
        let b = tile_b[d * WIDTH + l.x];
        s0 += a.x * b;
        s1 += a.y * b;
        s2 += a.z * b;
        s3 += a.w * b;
      }
      workgroupBarrier();
    }
