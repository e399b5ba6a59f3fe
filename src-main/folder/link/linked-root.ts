import { inEnglish, type Said, said } from '../../../src-shared/service-words.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { Clock } from '../../engine/ports.ts';
import type { FileSystem } from '../disk/file-system.ts';
import { MARKER_FILE, mark } from '../disk/own-files.ts';
import type { FolderIndex, FolderReader, LinkedFolderRows, RootIdentity, RootState } from '../ports.ts';

export interface LinkedRootDependencies {
  readonly rows: LinkedFolderRows;
  readonly reader: Pick<FolderReader, 'root'>;
  readonly fileSystem: FileSystem;
  readonly index: Pick<FolderIndex, 'clear'>;
  readonly clock: Clock;
}

/** The record of a linked folder, kept up to date with the folder at its place. */
export class LinkedRoot {
  readonly #deps: LinkedRootDependencies;
  #folder: LinkedFolder;
  #isNew = false;

  constructor(folder: LinkedFolder, deps: LinkedRootDependencies) {
    this.#folder = folder;
    this.#deps = deps;
  }

  get folder(): LinkedFolder {
    return this.#folder;
  }

  /** The identity that was found last. */
  get identity(): RootIdentity {
    return { device: this.#folder.rootDevice, inode: this.#folder.rootInode };
  }

  /** Null when the linked folder is at its place; otherwise why nothing may be concluded from what is there. */
  async whyAway(knownFiles: number): Promise<readonly Said[] | null> {
    const { reader, rows, fileSystem, index } = this.#deps;
    const verdict = checkRoot(this.#folder, await reader.root(), knownFiles);
    if (verdict.kind === 'away') return verdict.said;
    if (verdict.kind === 'exchanged') {
      rows.setRoot(this.#folder.id, verdict);
      // A disk that is mounted again keeps its inodes. Anything else, such as a restored backup, is compared with the
      // library as if newly linked: nothing missing counts as deleted.
      if (verdict.inode !== this.#folder.rootInode) {
        index.clear(this.#folder.key);
        this.#isNew = true;
      }
      this.#folder = { ...this.#folder, rootDevice: verdict.device, rootInode: verdict.inode };
    }
    const isMarked = !verdict.needsMarker || (await mark(fileSystem, this.#folder.id));
    if (isMarked && !this.#folder.isMarked) {
      // A crash may have come before the mark was durable.
      await fileSystem.syncFolder('');
      rows.setMarked(this.#folder.id);
      this.#folder = { ...this.#folder, isMarked };
    }
    return null;
  }

  /** Whether another folder has taken the place of the linked one since the last call, which voids the agreement. */
  takeNew(): boolean {
    const isNew = this.#isNew;
    this.#isNew = false;
    return isNew;
  }

  /** Whether the folder at the place is still the one that was found last. */
  async isSame(): Promise<boolean> {
    const { kind, device, inode } = await this.#deps.fileSystem.lstat('');
    return kind === 'dir' && device === this.#folder.rootDevice && inode === this.#folder.rootInode;
  }

  /** @param untilSeconds when it goes on by itself; 0: only when told */
  notePaused(paused: boolean, untilSeconds: number): void {
    this.#deps.rows.setPaused(this.#folder.id, paused, untilSeconds);
    this.#folder = { ...this.#folder, paused, resumeAtSeconds: untilSeconds };
  }

  noteScanned(): void {
    const lastScanAtSeconds = this.#deps.clock.nowSeconds();
    this.#deps.rows.setScanned(this.#folder.id, lastScanAtSeconds);
    this.#folder = { ...this.#folder, lastScanAtSeconds };
  }

  noteCommitted(): void {
    const lastCommitAtSeconds = this.#deps.clock.nowSeconds();
    this.#deps.rows.setCommitted(this.#folder.id, lastCommitAtSeconds);
    this.#folder = { ...this.#folder, lastCommitAtSeconds };
  }
}

export type RootVerdict =
  /** `needsMarker`: the linked folder, which has no mark yet. */
  | { readonly kind: 'same'; readonly needsMarker: boolean }
  /** The linked folder with another identity, such as one restored from a backup with its marker. */
  | {
      readonly kind: 'exchanged';
      readonly device: number;
      readonly inode: number;
      readonly needsMarker: boolean;
    }
  /** Nothing may be concluded from what is there. */
  | { readonly kind: 'away'; readonly said: readonly Said[] };

type Present = Extract<RootState, { kind: 'present' }>;

/**
 * Whether the folder at the path is the linked one, so that it may be compared with the index. It is away when it is
 * missing, empty with another identity (a mount point without its disk), or has the mark of another link: then nothing
 * in it counts, and nothing is written to it.
 */
export function checkRoot(
  folder: Pick<LinkedFolder, 'id' | 'rootDevice' | 'rootInode' | 'isMarked'>,
  state: RootState,
  knownFiles: number,
): RootVerdict {
  if (state.kind === 'missing') return away([notReached(state.said)]);
  const { device, inode, marker } = state;
  const isSameInode = device === folder.rootDevice && inode === folder.rootInode;
  if (marker === folder.id) {
    return isSameInode
      ? { kind: 'same', needsMarker: false }
      : { kind: 'exchanged', device, inode, needsMarker: false };
  }
  const reason = whyOther(folder, state, knownFiles, isSameInode);
  if (reason !== null) return away(reason);
  return isSameInode
    ? { kind: 'same', needsMarker: true }
    : { kind: 'exchanged', device, inode, needsMarker: true };
}

function whyOther(
  folder: Pick<LinkedFolder, 'isMarked'>,
  { marker, isEmpty }: Present,
  knownFiles: number,
  isSameInode: boolean,
): readonly Said[] | null {
  if (marker !== null && marker !== '') return [said('linkedElse')];
  if (isEmpty && !isSameInode && (knownFiles > 0 || folder.isMarked)) {
    return [said('emptyInPlace')];
  }
  if (marker === null && folder.isMarked) {
    return [said('noMark', { what: MARKER_FILE }), said('relinkIt')];
  }
  return isSameInode || knownFiles === 0 ? null : [said('otherInPlace'), said('relinkIt')];
}

function notReached(why: Said): Said {
  if (why.code === 'gone') return said('notReachedGone');
  if (why.code === 'mayNotRead') return said('notReachedRight');
  return why.code === 'notFolder' ? said('notReachedFolder') : said('notReached', { what: inEnglish(why) });
}

function away(why: readonly Said[]): RootVerdict {
  return { kind: 'away', said: [...why, said('nothingLost')] };
}
