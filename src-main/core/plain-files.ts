/**
 * In Electron's Node a file whose name ends in `.asar` is not what it is: a folder when it is an archive, with other
 * times and no content, and an error without a code when it is anything else. For a linked folder that looks like a
 * deleted file. The desktop app runs from such an archive, so the service needs both: people's files as they are, and
 * what ships with the program from inside. This is Electron's switch, in `process`, which every thread has for itself;
 * plain Node has no such files, and does not look at it.
 */
interface AsarSwitch {
  noAsar?: boolean;
}

/** From here on this thread takes every file for what it is. What it still needs of the program comes by `fromPackage`. */
export function takeFilesAsTheyAre(thread: AsarSwitch): void {
  thread.noAsar = true;
}

/**
 * Reads what ships with the program. The switch is the thread's, so it is back before anything else runs: `read` has to
 * begin its only look before it returns, as calls of `fs` do; a second look after a wait finds nothing.
 */
export function fromPackage<T>(thread: AsarSwitch, read: () => T): T {
  const was = thread.noAsar ?? false;
  thread.noAsar = false;
  try {
    return read();
  } finally {
    thread.noAsar = was;
  }
}

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
