/** Where each file of a model lies, by "MODEL/FILE". `pack.mjs` writes the module. */
export declare const urls: Record<string, () => URL>;
