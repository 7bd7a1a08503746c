/** Tells the page how far a load has come. */

/** The monitor of a load; `what` is the language or the name of the model. */
export const monitorOf = (what) => (monitor) =>
  monitor.addEventListener("downloadprogress", ({ loaded }) =>
    postMessage({ load: { what, loaded } }),
  );
