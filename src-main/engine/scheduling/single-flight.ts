/** Those who ask for the same thing while it is being made get the same one; a failure is not kept. */
export function createSingleFlight<Key, T>(): (key: Key, make: () => Promise<T>) => Promise<T> {
  const underWay = new Map<Key, Promise<T>>();
  return (key, make) => {
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const making = make().finally(() => underWay.delete(key));
    underWay.set(key, making);
    return making;
  };
}
