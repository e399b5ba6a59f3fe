import { readFileSync } from 'node:fs';
import { isInstanceLocked } from '../store/sqlite/instance-lock.ts';
import { dataDirAt, readInstance } from './data-dir.ts';

/**
 * The instance that runs on a data folder, with a token for it; null when none does. Only the lock proves that one
 * runs: after a power cut another program may have its process id and port, and would be sent the token. Taking the
 * lock removes old records, so the record is valid while the lock is held.
 */
export function findInstance(
  dataDirPath: string,
  isLocked = isInstanceLocked,
): { url: string; token: string } | null {
  const dataDir = dataDirAt(dataDirPath);
  // In this order: an instance that starts in between has replaced the record by then.
  const instance = isLocked(dataDir.lock) ? readInstance(dataDir) : null;
  if (instance === null) return null;
  return { url: instance.url, token: readFileSync(dataDir.cliToken, 'utf8') };
}
