/**
 * Where the code of a worker thread is. `name` is its path from the module `self`, without extension.
 *
 * From source that is the file itself; in a bundle every worker is an entry of its own beside the main file, and this
 * code may be in that file or in a chunk.
 */
export function workerUrl(name: string, self: string): URL {
  if (self.endsWith('.ts')) return new URL(`./${name}.ts`, self);
  const entry = `${name.slice(name.lastIndexOf('/') + 1)}.js`;
  return new URL(self.includes('/chunks/') ? `../${entry}` : `./${entry}`, self);
}
