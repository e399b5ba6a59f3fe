import { describe, expect, it } from 'vitest';
import { unpackingFailure } from '../../../resources/launch/unpacking-failure.mjs';

/** As a process fails that ran the installer. */
function ended(stderr: string): Error {
  return Object.assign(new Error(`Command failed: node install.js\n${stderr}`), { code: 1, stderr });
}

describe('why the runtime was not unpacked', () => {
  it.each([
    ['linux', "failed to write '/k/dist/room': No space left on device (os error 28)", 'ENOSPC'],
    ['linux', "failed to create destination '/k/dist': Read-only file system (os error 30)", 'EROFS'],
    ['darwin', "failed to create destination '/k/dist': Permission denied (os error 13)", 'EACCES'],
    [
      'win32',
      "failed to write 'C:\\k\\dist\\room': There is not enough space on the disk. (os error 112)",
      'ENOSPC',
    ],
    ['win32', "failed to create destination 'C:\\k\\dist': Access is denied. (os error 5)", 'EACCES'],
    ['win32', 'something else (os error 1392)', ''],
    ['linux', 'invalid Zip archive: Could not find EOCD', ''],
  ] as const)('is on %s in the first line of its error: %s', (platform, message, code) => {
    const stderr = `(node:7) ExperimentalWarning: it is new\nError: ${message}\n    at install.js:1:1\n`;
    expect(unpackingFailure(ended(stderr), platform)).toMatchObject({ message, code });
  });

  it('is not known where the installer said nothing', () => {
    expect(unpackingFailure(ended(''))).toMatchObject({
      message: "Electron's installer ended without a word",
      code: '',
    });
    expect(unpackingFailure(new Error('spawn failed')).code).toBe('');
  });
});
