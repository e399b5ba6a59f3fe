import { getSystemErrorName } from 'node:util';

/** Windows' own numbers for a full disk, a missing right and a disk that is protected. */
const windowsErrors = new Map([
  [39, 'ENOSPC'],
  [112, 'ENOSPC'],
  [5, 'EACCES'],
  [19, 'EROFS'],
]);

/** Says why the runtime could not be unpacked; `code` as Node has it, empty when the system had nothing against it. */
export class UnpackingFailure extends Error {
  /**
   * @param {string} message
   * @param {string} code
   */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/**
 * What Electron's own installer, which tells of an error with its stack, had to say.
 * @param {unknown} error of the process in which it ran
 * @param {NodeJS.Platform} [platform]
 */
export function unpackingFailure(error, platform = process.platform) {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const told = /^\w*Error: (.+)$/m.exec(said)?.[1];
  const number = Number(/\(os error (\d+)\)/.exec(told ?? '')?.[1] ?? 0);
  return new UnpackingFailure(told ?? "Electron's installer ended without a word", codeOf(number, platform));
}

/**
 * @param {number} number
 * @param {NodeJS.Platform} platform
 */
function codeOf(number, platform) {
  if (number === 0) return '';
  return platform === 'win32' ? (windowsErrors.get(number) ?? '') : getSystemErrorName(-number);
}
