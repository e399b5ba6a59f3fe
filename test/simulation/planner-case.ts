import { DomainError } from '../../src-main/core/errors.ts';
import {
  type FolderEntry,
  isModeExecutable,
  joinPath,
  parentPath,
} from '../../src-main/core/folder/folder-entry.ts';
import type { LinkedFolderId } from '../../src-main/core/folder/linked-folder.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { nameOf } from '../../src-main/core/library/path.ts';
import { type Dirent, FILE_MODE, type FileDirent } from '../../src-main/core/objects/dir-object.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../src-main/core/objects/object-id.ts';
import { applyChanges, type TreeChange } from '../../src-main/core/tree/apply.ts';
import type { CommitRequest } from '../../src-main/engine/heads/commit-changes.ts';
import { findDifferences } from '../../src-main/folder/checkout/find-differences.ts';
import { isNothing, orderSteps, type Steps } from '../../src-main/folder/checkout/order-steps.ts';
import { createIgnoreMatcher } from '../../src-main/folder/ignore/ignore.ts';
import {
  changesOf,
  commitBatch,
  type IngestParts,
  readBatch,
} from '../../src-main/folder/ingest/ingest-batch.ts';
import type { ListRequest, ReadBatch, WantedFile } from '../../src-main/folder/ports.ts';
import { unpackListing } from '../../src-main/folder/scan/disk-reader.ts';
import { type ChangeBatch, isEmptyBatch, Scan } from '../../src-main/folder/scan/scan.ts';
import { scanInside } from '../../src-main/folder/scan/scan-inside.ts';
import type { SeededNumbers } from '../support/seeded-numbers.ts';
import { TreeStore } from '../support/trees.ts';
import { Broken } from './broken.ts';
import { contentOf, type FlatTree, fileIdOf, flatDisk, PROGRAM_MARK } from './contents.ts';
import { MemoryIndex } from './memory-index.ts';
import { SimDisk } from './sim-disk.ts';
import { createSimFsReader } from './sim-fs-reader.ts';
import { SimUser } from './sim-user.ts';

const NOTHING_IGNORED = createIgnoreMatcher('', '', []);
const KEY = 1;
const NEVER = new AbortController().signal;
const LEAVING_NOTHING_OUT = {
  isIgnored: () => false,
  isExcluded: () => false,
  nameError: () => null,
  holdsExcluded: () => false,
};

/** Long enough after every change that a stat is taken at its word. */
const SETTLED_MS = 60_000;

/** A folder and its library without anything around the planning: every step that is planned succeeds. */
export class PlannerCase {
  readonly disk: SimDisk;
  readonly user: SimUser;
  /** Contents that some head held. */
  readonly kept = new Set<string>([EMPTY_ID]);
  headRootId: ObjectId = EMPTY_ID;
  #syncedRootId: ObjectId | '' = '';
  #head: FlatTree = { files: new Map(), dirs: new Set() };
  readonly #index = new MemoryIndex();
  readonly #trees = new TreeStore();
  readonly #dirents = new Map<ObjectId, readonly Dirent[]>();
  readonly #contents = new Map<string, Buffer>([[EMPTY_ID, Buffer.alloc(0)]]);
  readonly #random: SeededNumbers;
  #nowMs = 1_700_000_000_000;

  constructor(random: SeededNumbers) {
    this.#random = random;
    const clock = { nowMs: () => (this.#nowMs += 1.5) };
    this.disk = new SimDisk({ clock, device: 1, rule: 'exact', tickMs: 0, reusesInodes: random.chance(0.5) });
    this.user = new SimUser(this.disk);
  }

  get head(): FlatTree {
    return this.#head;
  }

  /** Somebody changes the library. What is refused is left. */
  async change(change: TreeChange): Promise<void> {
    try {
      await this.#commit([change]);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  put(path: string, bytes: Buffer): TreeChange {
    const id = this.#keepContent(bytes);
    const stamp = { mtimeSeconds: 1_700_000_000, sizeBytes: bytes.length, modifier: 'far' };
    return { op: 'put', path: `/${path}`, dirent: { kind: 'file', id, mode: FILE_MODE, ...stamp } };
  }

  /** Takes in what the disk has otherwise. False: nothing. */
  async ingest(): Promise<boolean> {
    const batches: ChangeBatch[] = [];
    const everything = { isEverything: true, dirs: [], trees: [] };
    const facts = { index: this.#index, folderKey: KEY, matcher: NOTHING_IGNORED, mayMove: true };
    const scan = new Scan(everything, facts);
    for await (const listings of this.#list(scan.first)) {
      for (const listing of listings) {
        const plan = scan.plan(listing);
        batches.push(...scan.take(plan, listing, plan.read));
      }
    }
    batches.push(...scan.rest(), scan.finish(scan.gone));
    for (const batch of batches) if (!isEmptyBatch(batch)) await this.#ingest(batch);
    return batches.some((batch) => !isEmptyBatch(batch));
  }

  /** Carries out what the library has otherwise. False: nothing. */
  async checkout(): Promise<boolean> {
    const found = await findDifferences({
      ...{ readDir: this.#readDir, headRootId: this.headRootId, syncedRootId: this.#syncedRootId },
      pending: [],
      ...{ index: this.#index, folderKey: KEY },
      leaving: LEAVING_NOTHING_OUT,
    });
    const steps = orderSteps(found);
    this.#carryOut(steps);
    this.#syncedRootId = this.headRootId;
    return !isNothing(steps);
  }

  async *#list({ dirs, trees }: Pick<ListRequest, 'dirs' | 'trees'>) {
    const root = this.disk.lstat('');
    const reader = createSimFsReader(this.disk, () => undefined);
    for (const batch of scanInside(reader, { dirs, trees, root }, NOTHING_IGNORED)) {
      // The system gives names in any order.
      yield batch
        .map(unpackListing)
        .map((listing) => ({ ...listing, entries: this.#shuffled(listing.entries) }));
    }
  }

  async #ingest(batch: ChangeBatch): Promise<void> {
    const parts: IngestParts = {
      folder: { key: KEY, id: '' as LinkedFolderId, libraryId: '' as LibraryId, authorEmail: 'near' },
      reader: { read: (files) => this.#read(files) },
      objects: {
        has: () => false,
        writeHashed: async () => undefined,
        read: async () => Buffer.alloc(0),
        flush: async () => undefined,
      },
      index: this.#index,
      changeLibrary: { commitChanges: (request) => this.#commitRequest(request) },
      ...{ readDir: this.#readDir, library: { headRootId: () => this.headRootId } },
      ...{ device: '', rules: LEAVING_NOTHING_OUT, unresolved: new Map() },
      status: { ingested: () => undefined },
    };
    const read = await readBatch(batch, parts, { fileKey: null, signal: NEVER });
    await commitBatch(batch, changesOf(read, parts), parts);
  }

  async *#read(files: readonly WantedFile[]): AsyncGenerator<ReadBatch> {
    for (const [index, { path, stat }] of files.entries()) {
      const id = this.#keepContent(this.disk.node(path).bytes);
      const outcome = {
        index,
        kind: 'read',
        id,
        objectText: '',
        readAtMs: stat.ctimeMs + SETTLED_MS,
      } as const;
      yield { blocks: [], files: [outcome], sizeBytes: stat.sizeBytes };
    }
  }

  async #commitRequest({ changes, records = [] }: CommitRequest) {
    const previousRootId = this.headRootId;
    const { conflicts } = await this.#commit(changes);
    const isChanged = this.headRootId !== previousRootId;
    for (const record of isChanged ? records : [])
      if (record.kind === 'folder-index') this.#index.apply(record.folderKey, record.update);
    const none = { commitId: '' as CommitId, previousId: '' as CommitId };
    return { ...none, previousRootId, rootId: this.headRootId, changed: isChanged, conflicts };
  }

  async #commit(changes: readonly TreeChange[]) {
    const nowSeconds = Math.floor(this.#nowMs / 1000);
    const applied = await applyChanges(this.#readDir, this.headRootId, changes, { nowSeconds });
    this.#trees.add(applied.dirs);
    this.headRootId = applied.rootId;
    this.#head = await this.#flatHead();
    for (const mark of this.#head.files.values()) this.kept.add(contentOf(mark));
    return applied;
  }

  async #flatHead(): Promise<FlatTree> {
    const files = new Map<string, string>();
    const dirs = new Set<string>();
    const walk = async (id: ObjectId, dir: string): Promise<void> => {
      for (const dirent of await this.#readDir(id)) {
        const path = joinPath(dir, dirent.name);
        if (dirent.kind === 'dir') {
          dirs.add(path);
          await walk(dirent.id, path);
        } else files.set(path, dirent.id + (isModeExecutable(dirent.mode) ? PROGRAM_MARK : ''));
      }
    };
    await walk(this.headRootId, '');
    return { files, dirs };
  }

  /** Decoded once: the same folders are read over and over. */
  readonly #readDir = async (id: ObjectId): Promise<readonly Dirent[]> => {
    const known = this.#dirents.get(id);
    if (known !== undefined) return known;
    const dirents = await this.#trees.readDir(id);
    this.#dirents.set(id, dirents);
    return dirents;
  };

  #keepContent(bytes: Buffer): ObjectId {
    const id = fileIdOf(bytes);
    this.#contents.set(id, bytes);
    return id;
  }

  /** Each step has to find its place as it expects it: there is nobody else. */
  #carryOut(steps: Steps): void {
    for (const { path } of steps.makeFirst) this.#makeFolder(path);
    for (const { from, to } of steps.moveDirs) this.#move(from, to);
    for (const { row, to, isExecutable } of steps.moveFiles) {
      this.#move(joinPath(row.dir, row.name), to);
      this.#setMode(to, isExecutable);
    }
    for (const row of this.#shuffled(steps.removeFiles)) this.#remove(row);
    for (const row of steps.removeDirs) this.#remove(row);
    for (const { path } of steps.makeThen) this.#makeFolder(path);
    for (const { path, dirent, row } of this.#shuffled(steps.writeFiles)) this.#write(path, dirent, row);
    for (const { row } of this.#shuffled(steps.removeCopied)) this.#remove(row);
    for (const row of steps.removeEmptied) this.#remove(row);
    for (const { path, isExecutable } of steps.setModes) this.#setMode(path, isExecutable);
  }

  #makeFolder(path: string): void {
    this.disk.create('engine', 'dir', path, 0o755);
    this.#record(path, EMPTY_ID);
  }

  #move(from: string, to: string): void {
    if (this.#isThere(to)) throw new Broken(`"${from}" is to be moved onto "${to}"`);
    this.disk.rename('engine', from, to);
    this.#index.apply(KEY, { moved: [{ from, to }], removed: [], put: [] });
    const { objectId, isDir } = this.#row(to);
    if (!isDir) this.#record(to, objectId);
  }

  #remove(row: FolderEntry): void {
    const path = joinPath(row.dir, row.name);
    if (row.isDir) this.disk.removeFolder('engine', path);
    else this.disk.unlink('engine', path);
    this.#index.apply(KEY, { removed: [row], put: [] });
  }

  #write(path: string, dirent: FileDirent, row: FolderEntry | null): void {
    const bytes = this.#contents.get(dirent.id);
    if (bytes === undefined) throw new Broken(`the content of "${path}" is nowhere`);
    if (row !== null) this.disk.unlink('engine', path);
    const node = this.disk.create('engine', 'file', path, isModeExecutable(dirent.mode) ? 0o755 : 0o644);
    this.disk.setBytes('engine', node, bytes, path);
    this.#record(path, dirent.id);
  }

  #setMode(path: string, isExecutable: boolean): void {
    this.disk.setMode('engine', path, isExecutable ? 0o755 : 0o644);
    this.#record(path, this.#row(path).objectId);
  }

  #record(path: string, objectId: ObjectId): void {
    const { kind, sizeBytes, mtimeMs, ctimeMs, inode, mode } = this.disk.lstat(path);
    const place = { dir: parentPath(path), name: nameOf(path), isDir: kind === 'dir', objectId };
    this.#index.rows.set(path, { ...place, sizeBytes, mtimeMs, ctimeMs, inode, mode });
  }

  #row(path: string): FolderEntry {
    const row = this.#index.rows.get(path);
    if (row === undefined) throw new Broken(`nothing is known about "${path}"`);
    return row;
  }

  #isThere(path: string): boolean {
    const { files, dirs } = flatDisk(this.disk);
    return files.has(path) || dirs.has(path);
  }

  #shuffled<T>(items: readonly T[]): T[] {
    const left = [...items];
    return items.flatMap(() => left.splice(this.#random.below(left.length), 1));
  }
}
