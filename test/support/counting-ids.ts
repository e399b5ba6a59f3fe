import { hash } from 'node:crypto';
import type { Ids } from '../../src-main/engine/ports.ts';

/** Ids that look random and are the same in every run. At most 32 bytes each. */
export function countingIds(): Ids {
  let count = 0;
  function next(digits: number): string {
    count += 1;
    return hash('sha256', `id ${count}`, 'hex').slice(0, digits);
  }
  return {
    uuid: () => `00000000-0000-4000-8000-${next(12)}`,
    hex: (byteCount) => next(byteCount * 2),
  };
}
