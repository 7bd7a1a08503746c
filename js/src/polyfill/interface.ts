/** Classes as Web IDL has interfaces: members that can be listed, and a name for `Object.prototype.toString`. */

/** Makes `type` look like the interface `name`. */
export function asInterface(type: { prototype: object }, name: string): void {
  const own = new Map([
    [type, ["prototype", "length", "name"]],
    [type.prototype, ["constructor"]],
  ]);
  for (const [holder, hidden] of own) {
    for (const member of Object.getOwnPropertyNames(holder)) {
      if (!hidden.includes(member)) Object.defineProperty(holder, member, { enumerable: true });
    }
  }
  Object.defineProperty(type.prototype, Symbol.toStringTag, { value: name, configurable: true });
}
