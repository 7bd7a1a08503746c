/** Hosts that have the file anyway, or can hold only one. */

/** Offers nothing. */
export function offerRelaxed(): void {}
