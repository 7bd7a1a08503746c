/** The manifests of the models in this package. `pack.mjs` writes the module. */
export interface Manifest {
  name: string;
  version: string;
  task: string;
  description: string;
  languages: string[];
  license: string;
  files: (StoredFile & { parts?: StoredFile[] })[];
  metrics: Record<string, number>;
}
interface StoredFile {
  path: string;
  bytes: number;
  sha256: string;
}
export declare const manifests: Manifest[];
