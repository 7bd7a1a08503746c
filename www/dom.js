/** Elements: found by their id, and made. */

export const byId = (id) => document.getElementById(id);

/** An element with properties, attributes (names with a dash), and children. */
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for") made.setAttribute(name, value);
    else if (value !== undefined) made[name] = value;
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** A button that does `work` when pressed. */
export const button = (text, work, properties = {}) => {
  const made = make("button", { type: "button", textContent: text, ...properties });
  made.addEventListener("click", work);
  return made;
};

/** Fills a select; `options` are `[value, text]`. Keeps what was chosen if it is offered. */
export function fill(select, options, value = select.value) {
  select.replaceChildren(...options.map(([key, text]) => new Option(text, key)));
  if (options.some(([key]) => key === value)) select.value = value;
}

/** Lets the browser draw and answer before work goes on. */
export const nextTurn = () =>
  globalThis.scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
