/** What this package says of its models, and where every model is. `pack.mjs` writes the modules. */
export interface CatalogueEntry {
  name: string;
  version: string;
  task: string;
  description: string;
  languages: string[];
  license: string;
  files: StoredFile[];
  metrics: Record<string, number>;
}
interface StoredFile {
  path: string;
  bytes: number;
  sha256: string;
}
/** The models of this package. */
export declare const catalogue: CatalogueEntry[];
