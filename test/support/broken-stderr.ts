import { closeSync, openSync } from 'node:fs';

/** How a write to standard error is refused. */
export type Refusal = 'EBADF' | 'EIO';

/**
 * A descriptor that nothing can be written to: as programs without a console have for standard error (EBADF), or as a
 * terminal leaves behind that is gone (EIO; only Linux has the file that answers so).
 */
export function withUnwritable<T>(act: (fd: number) => T, refusal: Refusal = 'EBADF'): T {
  const fd = refusal === 'EIO' ? openSync('/proc/self/mem', 'r+') : openSync(import.meta.filename, 'r');
  try {
    return act(fd);
  } finally {
    closeSync(fd);
  }
}

/** Those that this system can be made to show. */
export const refusals: readonly Refusal[] = process.platform === 'linux' ? ['EBADF', 'EIO'] : ['EBADF'];
