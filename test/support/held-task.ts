/** A task that notes in `begun` that it has begun, and ends when it is told to. */
export function heldTask(begun: string[], name: string) {
  const held = Promise.withResolvers<string>();
  const task = () => {
    begun.push(name);
    return held.promise;
  };
  return { task, end: () => held.resolve(name), fail: () => held.reject(new Error(name)) };
}
