import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { filesBelow } from './disk-store.ts';

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the script in a data folder as a user without Keepfold does. */
export function script(path: string, ...words: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const file = join(path, 'restore-without-keepfold.mjs');
    execFile(process.execPath, [file, ...words], (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

export function targetFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'keepfold-restored-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, 'restored');
}

export function contentOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    filesBelow(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}
