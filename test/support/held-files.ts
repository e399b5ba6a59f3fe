import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { patient, patientNames } from '../../src-main/store/backend/disk/file-ops.ts';
import { temporaryDataFolder } from './disk-store.ts';
import { createWindowsDisk } from './windows-file-ops.ts';

/** A folder on Windows, of which another program holds files for a while; time passes only while a task waits. */
export function folderWithHeldFiles() {
  const folder = temporaryDataFolder();
  onTestFinished(() => folder.remove());
  const disk = createWindowsDisk();
  const releases = new Map<string, number>();
  let waitedMs = 0;

  function pause(ms: number): void {
    waitedMs += ms;
    for (const [path, atMs] of releases) if (atMs <= waitedMs) disk.letGo(path);
  }

  const at = (name: string): string => join(folder.path, name);
  return {
    path: folder.path,
    at,
    names: patientNames(disk.names, pause),
    ops: patient(disk.ops, async (ms) => pause(ms)),
    /** The file of this name is released after this much waiting. */
    holdFor(ms: number, name: string): void {
      disk.holdElsewhere(at(name));
      releases.set(at(name), ms);
    },
    waitedMs: () => waitedMs,
  };
}
