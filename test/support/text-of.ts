import { readFileSync } from 'node:fs';

/** What a file says; empty also while there is none, as for a moment while its content is exchanged. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
