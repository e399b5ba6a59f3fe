import { constants } from 'node:fs';
import { access, lstat, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { type Said, said } from '../../../src-shared/service-words.ts';
import { codeOf } from '../disk/disk-error.ts';
import { type DiskKind, diskKindOf, fsTypeOfNumber, type Mount, mountOf } from '../disk/disk-kind.ts';

/** Warnings about the place of a folder before it is linked. Nothing is written to find out. */
export async function placeWarnings(path: string): Promise<Said[]> {
  const mount = await mountAt(path);
  const kind = diskKindOf(mount?.fsType ?? (await fsTypeAt(path)));
  return [
    ...homeWarning(path),
    ...(await syncWarning(path)),
    ...kindWarnings(kind),
    ...((await isRemovable(mount, path)) ? [said('removable')] : []),
    ...((await isWritable(path)) ? [] : [said('readOnlyPlace')]),
    ...((await foldsCase(path)) ? [said('foldsCase')] : []),
  ];
}

/** Pure. */
export function kindWarnings({ name, isNetwork, isMemory, hasHardLinks }: DiskKind): Said[] {
  const found: Said[] = [];
  if (isNetwork) found.push(said('networkDisk', { what: name }));
  if (isMemory) found.push(said('inMemory', { what: name }));
  if (!hasHardLinks) found.push(said('noHardLinks', { what: name }));
  return found;
}

function homeWarning(path: string): Said[] {
  if (resolve(path) !== resolve(homedir())) return [];
  return [said('homeFolder')];
}

const SYNC_FOLDERS =
  /^(?:dropbox|onedrive|icloud ?drive|com~apple~clouddocs|google ?drive|my drive|cloudstorage|nextcloud|owncloud|seafile)(?:$|[ (-])/i;

/** Names that sync programs leave in their folders, with the program. */
const SYNC_MARKS: readonly (readonly [RegExp, string])[] = [
  [/^\.dropbox(?:\.cache)?$/, 'Dropbox'],
  [/^\.stfolder$/, 'Syncthing'],
  [/^\.seafile-data$/, 'Seafile'],
  [/^\.849c9593-d756-4e56-8d6e-42412f2a707b$/i, 'OneDrive'],
  [/^\..+\.icloud$/, 'iCloud Drive'],
  [/^\.tmp\.drive(?:upload|download)$/, 'Google Drive'],
  [/^(?:\._?sync_.*\.db|\.owncloudsync\.log|\.nextcloudsync\.log)$/, 'Nextcloud or ownCloud'],
  [/^\.sync$/, 'Resilio Sync'],
];

async function syncWarning(path: string): Promise<Said[]> {
  const named = path.split(/[\\/]/).find((name) => SYNC_FOLDERS.test(name));
  if (named !== undefined) return [said('syncFolder', { what: named })];
  const program = await syncProgramAt(path);
  return program === null ? [] : [said('syncProgram', { what: program })];
}

/** Looks for marks in the folder and in every folder around it: most programs mark only the top folder. */
async function syncProgramAt(path: string): Promise<string | null> {
  for (let at = path; ; at = dirname(at)) {
    for (const name of await namesIn(at)) {
      const program = syncProgramOf(name);
      if (program !== null) return program;
    }
    if (dirname(at) === at) return null;
  }
}

/** The sync program that leaves a file or folder of this name; null when none is known to. Pure. */
export function syncProgramOf(name: string): string | null {
  return SYNC_MARKS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return [];
  }
}

/** Null where the system lists no mounts. */
async function mountAt(path: string): Promise<Mount | null> {
  const text = await textOf('/proc/self/mountinfo');
  return text === null ? null : mountOf(text, path);
}

async function fsTypeAt(path: string): Promise<string> {
  return fsTypeOfNumber((await statfs(path)).type);
}

const REMOVABLE_PLACES = /^(?:\/media\/|\/run\/media\/|\/Volumes\/)/;

async function isRemovable(mount: Mount | null, path: string): Promise<boolean> {
  if (REMOVABLE_PLACES.test(`${mount?.mountPoint ?? path}/`)) return true;
  if (mount === null || mount.device.startsWith('0:')) return false;
  // The file belongs to the disk, in the folder above that of a partition.
  const disk = `/sys/dev/block/${mount.device}`;
  const text = (await textOf(join(disk, 'removable'))) ?? (await textOf(join(disk, '..', 'removable')));
  return text?.trim() === '1';
}

async function isWritable(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    return true;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return false;
  }
}

/** Looks the folder up by its name in the other letter case, so that nothing has to be written. */
async function foldsCase(path: string): Promise<boolean> {
  const name = basename(path);
  const swapped = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  if (swapped === name) return false;
  try {
    const [here, there] = [await stat(path), await lstat(join(dirname(path), swapped))];
    return here.ino === there.ino && here.dev === there.dev;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return false;
  }
}

/** Null when there is no such file. */
async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return null;
  }
}
