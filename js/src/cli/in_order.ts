/** Work on a few items at a time, with the results in the order of the items. */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void, void> {
  const begun: Promise<R>[] = [];
  for await (const item of items) {
    const result = work(item);
    result.catch(() => {}); // awaited in its turn
    begun.push(result);
    if (begun.length >= width) yield await (begun.shift() as Promise<R>);
  }
  for (const result of begun) yield await result;
}
