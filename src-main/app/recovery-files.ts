import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDir, writePrivateFile } from './data-dir.ts';

/** What lies in every data folder, and where it comes from among the resources. */
const FILES: Readonly<Record<string, string>> = {
  'restore-without-keepfold.mjs': 'restore.mjs',
  'READ-ME.txt': 'READ-ME.txt',
};

/** Names of these in a data folder. */
export const RECOVERY_FILES: readonly string[] = Object.keys(FILES);

/**
 * Puts the script that reads the data without this program, and a word about it, into the data folder, so that a copy
 * of the folder is all that is ever needed. Written only where they are missing or not the same.
 */
export function placeRecoveryFiles(dataDir: Pick<DataDir, 'path'>, resources: string): void {
  for (const [name, source] of Object.entries(FILES)) {
    const wanted = readFileSync(join(resources, 'recovery', source));
    const path = join(dataDir.path, name);
    if (!existsSync(path) || !readFileSync(path).equals(wanted)) writePrivateFile(path, wanted);
  }
}
