/** The manifests of the models in this package. `pack.mjs` writes the module. */
export interface Manifest {
  name: string;
  version: string;
  task: string;
  description: string;
  languages: string[];
  license: string;
  files: { path: string; bytes: number; sha256: string }[];
  metrics: Record<string, number>;
}
export declare const manifests: Manifest[];
