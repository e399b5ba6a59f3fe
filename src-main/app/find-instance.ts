import { readFileSync } from 'node:fs';
import { isInstanceLocked } from '../store/sqlite/instance-lock.ts';
import { dataDirAt, readInstance } from './data-dir.ts';

/**
 * The instance that runs on a data folder, with the token to talk to it; null when none does.
 *
 * Only the lock says that one runs: after a power cut another program may have its process number, and its port, and
 * would be sent the token. Taking the lock removes the record of others, so while it is held the record is true.
 */
export function findInstance(
  dataDirPath: string,
  isLocked = isInstanceLocked,
): { url: string; token: string } | null {
  const dataDir = dataDirAt(dataDirPath);
  // In this order: one that starts in between has replaced the record that is read.
  const instance = isLocked(dataDir.lock) ? readInstance(dataDir) : null;
  if (instance === null) return null;
  return { url: instance.url, token: readFileSync(dataDir.cliToken, 'utf8') };
}
