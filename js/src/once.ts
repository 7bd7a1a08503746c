/**
 * A value that is made once and shared. When making it fails for the call that
 * does it (its signal aborted, its address was wrong), the calls that waited
 * make it for themselves.
 */
import { waitFor } from "./turns/current.js";

export class Once<T> {
  #making: Promise<T> | undefined;
  #made = false;

  /** Whether the value is there. */
  get made(): boolean {
    return this.#made;
  }

  /** The value, made by `make` unless it is there or on its way. */
  async get(make: () => Promise<T>): Promise<T> {
    while (this.#making !== undefined) {
      const others = this.#making;
      try {
        return await waitFor(others);
      } catch {
        if (this.#making === others) this.#making = undefined;
      }
    }
    const own = make();
    this.#making = own;
    try {
      const value = await own;
      this.#made = true;
      return value;
    } catch (error) {
      if (this.#making === own) this.#making = undefined;
      throw error;
    }
  }
}
