import { statSync } from 'node:fs';
import { expect } from 'vitest';

/** Windows keeps neither rights for others nor a mark of programs with a file, so nothing of it is told there. */
export const HAS_MODES = process.platform !== 'win32';

/** Holds a file or folder to these rights, where the system has any. */
export function expectRights(path: string, rights: number): void {
  if (HAS_MODES) expect(statSync(path).mode & 0o777).toBe(rights);
}

/** Expects a file to be executable for its owner, or for no user, where the system tells. */
export function expectProgram(path: string, isProgram: boolean): void {
  if (HAS_MODES) expect(statSync(path).mode & (isProgram ? 0o100 : 0o111)).toBe(isProgram ? 0o100 : 0);
}
