import { closeSync, fsyncSync, openSync } from 'node:fs';

/** The content of a file survives power loss on return. */
export function syncFile(path: string): void {
  syncPath(path, 'r+');
}

/** The names in a folder survive power loss on return. */
export function syncNames(folder: string): void {
  // Windows has no call to sync a folder: there the file system journals names by itself.
  if (process.platform !== 'win32') syncPath(folder, 'r');
}

function syncPath(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
