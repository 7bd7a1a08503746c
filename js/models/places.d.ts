/** The package that holds each model, by its name. `pack.mjs` writes the module. */
export declare const places: Readonly<Record<string, string>>;
