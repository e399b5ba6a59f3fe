import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './project.mjs';

/**
 * The Keepfold that runs on the data folder, with an address that signs in once; null when none does, or none that can be
 * asked. The command line asks: it knows data folders, and whether a record of an instance is true.
 * @param {readonly string[]} dataDirArgs `--data-dir` with its value, or nothing
 * @returns {Promise<{ address: string, isDesktop: boolean } | null>}
 */
export async function findRunning(dataDirArgs) {
  const cli = join(root, 'out/main/cli.js');
  if (!existsSync(cli)) return null;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [
      cli,
      'sign-in',
      '--json',
      ...dataDirArgs,
    ]);
    const { address, is_desktop: isDesktop } = JSON.parse(stdout);
    return { address, isDesktop };
  } catch {
    // Whatever else is wrong with the data folder, the server that is started on it says best.
    return null;
  }
}
