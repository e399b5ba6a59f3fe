import type { FileKey } from '../../src-main/core/library/encryption.ts';
import type { ObjectId } from '../../src-main/core/objects/object-id.ts';
import type { FsReader } from '../../src-main/folder/disk/file-system.ts';
import { createIgnoreMatcher, type IgnoreMatcher } from '../../src-main/folder/ignore/ignore.ts';
import type {
  DirListing,
  FolderReader,
  ListRequest,
  ReadBatch,
  ReadBlock,
  WantedFile,
} from '../../src-main/folder/ports.ts';
import { unpackListing } from '../../src-main/folder/scan/disk-reader.ts';
import { type BlockHashes, type BlockSink, readFile } from '../../src-main/folder/scan/read-file.ts';
import { readIgnoreText, scanInside, scanRoot } from '../../src-main/folder/scan/scan-inside.ts';
import { UnwatchedFolders } from '../../src-main/folder/scan/unwatched-folders.ts';
import { isWatchStartPast } from '../../src-main/folder/watch/watching.ts';

interface SimReaderOptions {
  readonly reader: FsReader;
  readonly ignoreDefaults: string;
  readonly nowMs: () => number;
  /** As the reading thread does: time passes, and nothing else happens in it. */
  readonly rest: (ms: number) => void;
  /** Does a step when its turn comes. */
  readonly step: <T>(call: string, work: () => T) => Promise<T>;
}

/** Reads a simulated disk with the code that reads real ones, without threads. */
export class SimReader implements FolderReader {
  readonly #options: SimReaderOptions;
  /** Requests of before the last `close` end with an error. */
  #generation = 0;

  constructor(options: SimReaderOptions) {
    this.#options = options;
  }

  prepare(): void {
    // Nothing here takes time to begin.
  }

  root() {
    return this.#options.step('root', () => scanRoot(this.#options.reader));
  }

  ignoreText() {
    return this.#options.step('ignore text', () => readIgnoreText(this.#options.reader));
  }

  async *list({
    dirs,
    trees,
    ignoreText,
    excluded,
    root,
    early,
  }: ListRequest): AsyncGenerator<readonly DirListing[]> {
    const { reader, ignoreDefaults } = this.#options;
    const generation = this.#generation;
    const matcher = matcherOf(ignoreDefaults, ignoreText, excluded);
    const unwatched = new UnwatchedFolders(early?.watchStart);
    const listings = unwatched.noting(scanInside(reader, { dirs, trees, root }, matcher));
    for (;;) {
      const next = await this.#options.step('list', () => listings.next());
      this.#requireOpen(generation);
      if (next.done) break;
      yield next.value.map(unpackListing);
    }
    // Nobody is held up here: the watcher is ready by now, or it is not.
    if (early === undefined || !isWatchStartPast(early.watchStart)) return;
    const changed = await this.#options.step('list again', () => unwatched.changed(reader, matcher));
    this.#requireOpen(generation);
    early.onSeenAgain(changed);
  }

  async *read(files: readonly WantedFile[], fileKey: FileKey | null): AsyncGenerator<ReadBatch> {
    const generation = this.#generation;
    for (const [index, wanted] of files.entries()) {
      const batch = await this.#options.step(`read ${wanted.path}`, () =>
        this.#readOne(index, wanted, fileKey),
      );
      this.#requireOpen(generation);
      yield batch;
    }
  }

  async close(): Promise<void> {
    this.#generation++;
  }

  #readOne(index: number, wanted: WantedFile, fileKey: FileKey | null): ReadBatch {
    const { reader, nowMs, rest } = this.#options;
    const sink = new KeepingSink();
    const outcome = readFile(reader, wanted, sink, { nowMs, fileKey, rest });
    return { blocks: sink.blocks, files: [{ index, ...outcome }], sizeBytes: sink.sizeBytes };
  }

  #requireOpen(generation: number): void {
    if (generation !== this.#generation) throw new Error('the reader was closed');
  }
}

const matchers = new Map<string, IgnoreMatcher>();

/** Made once for the same patterns, which hardly ever change. */
function matcherOf(...patterns: Parameters<typeof createIgnoreMatcher>): IgnoreMatcher {
  const key = JSON.stringify(patterns);
  const matcher = matchers.get(key) ?? createIgnoreMatcher(...patterns);
  matchers.set(key, matcher);
  return matcher;
}

class KeepingSink implements BlockSink {
  readonly blocks: ReadBlock[] = [];
  sizeBytes = 0;
  #room = new Uint8Array(0);

  room(sizeBytes: number): Uint8Array {
    this.#room = new Uint8Array(sizeBytes);
    return this.#room;
  }

  keepRoom(sizeBytes: number, { id, sha256 }: BlockHashes): void {
    this.#push({ id, sha256, bytes: this.#room.subarray(0, sizeBytes) });
  }

  keep(block: Uint8Array, id: ObjectId): void {
    this.#push({ id, sha256: null, bytes: block });
  }

  #push(block: ReadBlock): void {
    this.blocks.push({ ...block, bytes: new Uint8Array(block.bytes) });
    this.sizeBytes += block.bytes.length;
  }
}
