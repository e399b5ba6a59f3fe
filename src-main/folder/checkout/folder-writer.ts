import {
  type FileStat,
  type FolderEntry,
  isModeExecutable,
  joinPath,
  NO_MODE,
  parentPath,
  RACY_CTIME_MS,
} from '../../core/folder/folder-entry.ts';
import type { FolderIntent } from '../../core/folder/folder-journal.ts';
import { nameOf } from '../../core/library/path.ts';
import { freeConflictName } from '../../core/tree/unique-name.ts';
import { codeOf } from '../disk/disk-error.ts';
import type { FileSystem, FileSystemStat } from '../disk/file-system.ts';
import { isSameStat } from '../scan/plan.ts';
import { DiskRoom } from './disk-room.ts';
import { WrongSizeError } from './library-content.ts';

/**
 * How a step ended. `unexpected`: the path holds something other than what disk and library last agreed about, and it
 * was left alone. Errors of the disk are thrown as they are; `finish` can mend whatever was changed by then.
 */
export type StepResult =
  | {
      readonly kind: 'done';
      readonly stat: FileStat;
      /** Something of the step is left for `finish` to clear away. */
      readonly isUntidy?: boolean;
    }
  | { readonly kind: 'unexpected' };

export interface NewContent {
  readonly blocks: AsyncIterable<Uint8Array>;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly isExecutable: boolean;
}

/** Name, before the conflict stamp, for a file whose own name is lost. */
const RESCUED_NAME = 'Recovered file';

/** The umask applies, as for any program. */
const NEW_FILE_MODE = 0o666;
const EXECUTABLE_BITS = 0o111;
const READ_BITS = 0o444;
const PERMISSION_BITS = 0o777;

/** Errors of file systems without hard links, as on most USB sticks. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

/** Identifies the old file of an intent after it was renamed, which changes its ctime. */
type OldFile = NonNullable<FolderIntent['old']>;

/**
 * Changes one linked folder, file by file, and never removes content other than the agreed one. A file that is replaced
 * or removed is first displaced by a rename, and deleted only when the displaced file turns out to be the expected one,
 * so that a program which saves in that very moment loses nothing.
 */
export class FolderWriter {
  readonly #fs: FileSystem;
  readonly #room: DiskRoom;

  constructor(fs: FileSystem) {
    this.#fs = fs;
    this.#room = new DiskRoom(fs);
  }

  /** Whether the path is free, or holds the file of `row`. */
  async isExpected(path: string, row: FolderEntry | null): Promise<boolean> {
    const there = await this.#statOrNull(path);
    return there === null || (row !== null && isExpected(there, row));
  }

  /**
   * Writes the content to a temp file, durable on return, in place of what an earlier attempt left there.
   * @throws NoRoomError when it does not fit on the disk
   */
  async prepare(intent: FolderIntent, content: NewContent, row: FolderEntry | null): Promise<FileSystemStat> {
    const room = await this.#room.take(content.sizeBytes);
    try {
      return await this.#gather(intent, content, { row, onWritten: room.wrote });
    } finally {
      room.end();
    }
  }

  async #gather(
    { tempPath }: FolderIntent,
    content: NewContent,
    { row, onWritten }: { row: FolderEntry | null; onWritten: (bytes: number) => Promise<void> },
  ): Promise<FileSystemStat> {
    const mode = modeFor(content, row);
    const file = await this.#fs.create(tempPath, mode);
    try {
      let writtenBytes = 0;
      for await (const block of content.blocks) {
        writtenBytes += block.length;
        // Otherwise a file with a small declared size could fill the disk before anyone noticed.
        if (writtenBytes > content.sizeBytes) throw new WrongSizeError(content.sizeBytes, writtenBytes);
        await file.write(block);
        await onWritten(block.length);
      }
      if (writtenBytes !== content.sizeBytes) throw new WrongSizeError(content.sizeBytes, writtenBytes);
      await file.setMtime(content.mtimeMs);
      await file.sync();
      const stat = await file.stat();
      // Where the disk has no modes, the row keeps that of the library.
      return stat.mode === NO_MODE ? { ...stat, mode } : stat;
    } finally {
      await file.close();
    }
  }

  /** Moves the temp file to its place: that of the file in `row`, or a free one. */
  async place(intent: FolderIntent, prepared: FileSystemStat, row: FolderEntry | null): Promise<StepResult> {
    const there = await this.#statOrNull(intent.path);
    // A file that is gone from the disk is no loss; its content is in history.
    if (there !== null && (row === null || !isExpected(there, row))) return this.#giveUp(intent);
    if (there !== null && row !== null && !(await this.#displace(intent, row))) return this.#giveUp(intent);
    if (!(await this.#linkNew(intent.tempPath, intent.path))) {
      if (there !== null) await this.#fs.unlink(intent.displaced);
      return this.#giveUp(intent);
    }
    try {
      if (there !== null) await this.#fs.unlink(intent.displaced);
      await this.#unlinkIfThere(intent.tempPath);
      const stat = await this.#racyStat(intent.path, prepared);
      return { kind: 'done', stat: { ...stat, mode: prepared.mode } };
    } catch (error) {
      if (codeOf(error) === '') throw error;
      // The file is in place, and must not look like one that another program put there.
      return { kind: 'done', stat: { ...prepared, ctimeMs: RACY_CTIME_MS }, isUntidy: true };
    }
  }

  /** A file that is gone already counts as removed. */
  async remove(intent: FolderIntent, row: FolderEntry): Promise<StepResult> {
    const there = await this.#statOrNull(intent.path);
    if (there === null) return { kind: 'done', stat: row };
    if (!isExpected(there, row) || !(await this.#displace(intent, row))) return { kind: 'unexpected' };
    await this.#fs.unlink(intent.displaced);
    return { kind: 'done', stat: row };
  }

  /** Gives a folder a new path, if the path is free and it is the one of `row`. */
  async moveFolder(row: FolderEntry, to: string): Promise<StepResult> {
    const from = joinPath(row.dir, row.name);
    const source = await this.#statOrNull(from);
    if (source === null || !isSameFolder(source, row)) return { kind: 'unexpected' };
    const target = await this.#statOrNull(to);
    // On a disk that folds letter case, the new name may be the old one.
    if (target !== null && target.inode !== source.inode) return { kind: 'unexpected' };
    await this.#fs.rename(from, to);
    return { kind: 'done', stat: await this.#fs.lstat(to) };
  }

  /** Gives a file a new path, if the path is free and it is the one of `row`. */
  async moveFile(intent: FolderIntent, row: FolderEntry): Promise<StepResult> {
    const from = joinPath(row.dir, row.name);
    const source = await this.#statOrNull(from);
    if (source === null || !isExpected(source, row)) return { kind: 'unexpected' };
    const target = await this.#statOrNull(intent.path);
    // On a disk that folds letter case the new name is the old one; or it is a second name of the same file.
    const isTwin = target?.inode === source.inode;
    if (target !== null && !isTwin) return { kind: 'unexpected' };
    await this.#fs.rename(from, intent.displaced);
    const displaced = await this.#fs.lstat(intent.displaced);
    if (!isOld(displaced, row)) return this.#comeBack(intent, from);
    const isPlaced =
      (await this.#linkNew(intent.displaced, intent.path)) ||
      (isTwin && (await this.#isSpelled(intent.path)));
    if (!isPlaced) return this.#comeBack(intent, from);
    try {
      await this.#unlinkIfThere(intent.displaced);
      return { kind: 'done', stat: await this.#racyStat(intent.path, displaced) };
    } catch (error) {
      if (codeOf(error) === '') throw error;
      return { kind: 'done', stat: { ...displaced, ctimeMs: RACY_CTIME_MS }, isUntidy: true };
    }
  }

  /** Moves a displaced file back, at worst under a conflict name. */
  async #comeBack(intent: FolderIntent, from: string): Promise<StepResult> {
    await this.finish({ ...intent, path: from, old: null }, '');
    return { kind: 'unexpected' };
  }

  /** Accepts an existing folder when the disk spells its name the same. */
  async makeFolder(path: string): Promise<StepResult> {
    try {
      await this.#fs.makeFolder(path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (!(await this.#isSpelled(path))) return { kind: 'unexpected' };
    }
    const stat = await this.#fs.lstat(path);
    return stat.kind === 'dir' ? { kind: 'done', stat } : { kind: 'unexpected' };
  }

  /** Null when nothing has the path. */
  statOf(path: string): Promise<FileSystemStat | null> {
    return this.#statOrNull(path);
  }

  /** As `statOf`, and null also when the disk spells the name differently. */
  async statOfSpelled(path: string): Promise<FileSystemStat | null> {
    const stat = await this.#statOrNull(path);
    if (stat === null) return null;
    return (await this.#isSpelled(path)) ? stat : null;
  }

  async #isSpelled(path: string): Promise<boolean> {
    return (await this.#fs.names(parentPath(path))).includes(nameOf(path));
  }

  /** A folder that is gone already counts as removed; one that holds anything is `unexpected`. */
  async removeFolder(path: string): Promise<'removed' | 'unexpected'> {
    try {
      await this.#fs.removeFolder(path);
      return 'removed';
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT') return 'removed';
      if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') return 'unexpected';
      throw error;
    }
  }

  async setExecutable(row: FolderEntry, isExecutable: boolean): Promise<StepResult> {
    const path = joinPath(row.dir, row.name);
    const there = await this.#statOrNull(path);
    if (there === null || !isExpected(there, row)) return { kind: 'unexpected' };
    if (there.mode === NO_MODE) {
      const mode = withExecutable(row.mode === NO_MODE ? NEW_FILE_MODE : row.mode, isExecutable);
      return { kind: 'done', stat: { ...there, mode } };
    }
    await this.#fs.setMode(path, withExecutable(there.mode & PERMISSION_BITS, isExecutable));
    return { kind: 'done', stat: await this.#racyStat(path, there) };
  }

  /** Makes the names in these folders durable; folders that are gone are skipped. */
  async sync(dirs: Iterable<string>): Promise<void> {
    for (const dir of dirs) {
      try {
        await this.#fs.syncFolder(dir);
      } catch (error) {
        const code = codeOf(error);
        if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
      }
    }
  }

  /**
   * Ends what a crash left of a step: an unfinished temp file goes; a file that is still displaced comes back to its place,
   * or goes when its content is the known one and something else has the place by now. Unknown content always stays,
   * at worst under a conflict name. A known file that the folder does not have any more (`isOldGone`) does not come back.
   * False when nothing was displaced: nothing ever was, or it went elsewhere with its folder.
   */
  async finish(intent: FolderIntent, who: string, isOldGone = false): Promise<boolean> {
    await this.#unlinkIfThere(intent.tempPath);
    const displaced = await this.#statOrNull(intent.displaced);
    if (displaced === null) return false;
    const isKnown = intent.old !== null && isOld(displaced, intent.old);
    const isOver = (isKnown && isOldGone) || (await this.#linkNew(intent.displaced, intent.path)) || isKnown;
    if (isOver) await this.#unlinkIfThere(intent.displaced);
    else await this.#keepDisplaced(intent, { who, mtimeSeconds: Math.floor(displaced.mtimeMs / 1000) });
    return true;
  }

  /** Whether the new content has its final name and its temp name, too: then it is certainly ours. */
  async isPlaced({ path, tempPath }: FolderIntent): Promise<boolean> {
    const unfinished = await this.#statOrNull(tempPath);
    return unfinished !== null && unfinished.inode === (await this.#statOrNull(path))?.inode;
  }

  /** Removes an unfinished file that no step needs. */
  discard(path: string): Promise<void> {
    return this.#unlinkIfThere(path);
  }

  /** Removes a displaced file, if it is that one. */
  async discardOld(path: string, old: OldFile): Promise<boolean> {
    const there = await this.#statOrNull(path);
    if (there === null || !isOld(there, old)) return false;
    await this.#unlinkIfThere(path);
    return true;
  }

  /** Gives a displaced file of unknown origin a name that people see. */
  async rescue(displaced: string, who: string): Promise<void> {
    const there = await this.#statOrNull(displaced);
    if (there === null) return;
    const stamp = { who, mtimeSeconds: Math.floor(there.mtimeMs / 1000) };
    await this.#keepDisplaced({ displaced, path: joinPath(parentPath(displaced), RESCUED_NAME) }, stamp);
  }

  /** Under a free conflict name in the same folder. */
  async #keepDisplaced(
    intent: Pick<FolderIntent, 'displaced' | 'path'>,
    stamp: { who: string; mtimeSeconds: number },
  ): Promise<void> {
    const taken = new Set<string>();
    const dir = parentPath(intent.path);
    for (;;) {
      const name = freeConflictName(nameOf(intent.path), stamp, (candidate) => taken.has(candidate));
      if (await this.#linkNew(intent.displaced, joinPath(dir, name))) break;
      taken.add(name);
    }
    await this.#unlinkIfThere(intent.displaced);
  }

  async #giveUp({ tempPath }: FolderIntent): Promise<StepResult> {
    await this.#unlinkIfThere(tempPath);
    return { kind: 'unexpected' };
  }

  /** False when it turned out to be another file, which is back in its place then. */
  async #displace(intent: FolderIntent, row: FolderEntry): Promise<boolean> {
    await this.#fs.rename(intent.path, intent.displaced);
    const displaced = await this.#fs.lstat(intent.displaced);
    if (isOld(displaced, row)) return true;
    await this.finish({ ...intent, old: null }, '');
    return false;
  }

  /** False when the name is taken: unlike a rename, a link never replaces what came in between. */
  async #linkNew(from: string, to: string): Promise<boolean> {
    try {
      await this.#fs.link(from, to);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      if (!NO_LINKS.has(codeOf(error))) throw error;
      if ((await this.#statOrNull(to)) !== null) return false;
      await this.#fs.rename(from, to);
      return true;
    }
  }

  async #unlinkIfThere(path: string): Promise<void> {
    try {
      await this.#fs.unlink(path);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
    }
  }

  async #statOrNull(path: string): Promise<FileSystemStat | null> {
    try {
      return await this.#fs.lstat(path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
      throw error;
    }
  }

  /** The stat to record: that of the file, if it still is the one we made; otherwise one that matches nothing. */
  async #racyStat(path: string, made: FileSystemStat): Promise<FileStat> {
    const stat = await this.#fs.lstat(path);
    const isOurs =
      stat.inode === made.inode && stat.sizeBytes === made.sizeBytes && stat.mtimeMs === made.mtimeMs;
    return isOurs ? stat : { ...made, ctimeMs: RACY_CTIME_MS };
  }
}

function isExpected(there: FileSystemStat, row: FolderEntry): boolean {
  return there.kind === 'file' && isSameStat(there, row);
}

function isSameFolder(there: FileSystemStat, row: FolderEntry): boolean {
  return there.kind === 'dir' && there.inode === row.inode;
}

function isOld(displaced: FileSystemStat, old: OldFile): boolean {
  return (
    displaced.kind === 'file' &&
    displaced.inode === old.inode &&
    displaced.sizeBytes === old.sizeBytes &&
    displaced.mtimeMs === old.mtimeMs
  );
}

function modeFor({ isExecutable }: NewContent, row: FolderEntry | null): number {
  // Without the right to write, the file would be read-only on Windows.
  const before = row === null || row.mode === NO_MODE ? NEW_FILE_MODE : row.mode & PERMISSION_BITS;
  return withExecutable(before, isExecutable);
}

/** A user who may read a program may run it. */
function withExecutable(mode: number, isExecutable: boolean): number {
  if (isModeExecutable(mode) === isExecutable) return mode;
  return isExecutable ? mode | ((mode & READ_BITS) >> 2) : mode & ~EXECUTABLE_BITS;
}
