import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckJson } from '../../src-shared/local-api.ts';
import { checkReport } from '../http/present/check-report.ts';
import { createCheck } from '../services/check.ts';
import { openDataDir, readInstance } from './data-dir.ts';
import { openStore } from './store.ts';

/** The instance that runs on a data folder, with the token to talk to it; null when none does. */
export function findInstance(dataDirPath: string): { url: string; token: string } | null {
  const instance = readInstance({ instance: join(dataDirPath, 'instance.json') });
  if (instance === null || !isAlive(instance.pid)) return null;
  return { url: instance.url, token: readFileSync(join(dataDirPath, 'cli-token'), 'utf8') };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process is there, but somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Checks a data folder that no instance uses.
 * @throws StartError `data-dir-in-use`, `data-dir-unusable`
 */
export async function checkOffline(dataDirPath: string, full: boolean): Promise<CheckJson> {
  const store = await openStore(openDataDir(dataDirPath));
  try {
    return checkReport(await createCheck(store)({ full }));
  } finally {
    await store.close();
  }
}
