/** Each file of a model as an imported module, by "MODEL/FILE". `pack.mjs` writes the module. */
export declare const modules: Record<string, () => Promise<{ default: ArrayBuffer }>>;
