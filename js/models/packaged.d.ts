/** The modules of the models in this package, by their names. `pack.mjs` writes the module. */
export declare const packaged: Readonly<Record<string, () => Promise<{ default: object }>>>;
