/** The version of this package. `scripts/bundle.mjs` puts it in. */
declare const EPITOME_VERSION: string;

export const VERSION: string = EPITOME_VERSION;
