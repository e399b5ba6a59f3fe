import { closeSync, openSync } from 'node:fs';

/** A descriptor that nothing can be written to, as programs without a console have for standard error (EBADF). */
export function withUnwritable<T>(act: (fd: number) => T): T {
  const fd = openSync(import.meta.filename, 'r');
  try {
    return act(fd);
  } finally {
    closeSync(fd);
  }
}
