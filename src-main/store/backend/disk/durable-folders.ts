import { dirname } from 'node:path';
import { inLanes } from '../../../core/in-lanes.ts';
import type { FileOps } from './file-ops.ts';

/** Four: as many as the thread pool runs at once. */
const SYNC_LANES = 4;

/** The folders of one library: made when first needed, and synced before anything in them counts as durable. */
export class DurableFolders {
  readonly #ops: FileOps;
  /** Exists and is durable by itself. */
  readonly #top: string;
  readonly #ready = new Set<string>();
  readonly #unsynced = new Set<string>();

  constructor(ops: FileOps, top: string) {
    this.#ops = ops;
    this.#top = top;
  }

  /**
   * Makes the folder and those above it, up to the top one. Also a folder that exists is marked for a sync of its
   * parent when first met: the process that made it may have been killed before it synced it.
   */
  async ensure(folder: string): Promise<void> {
    if (folder === this.#top || this.#ready.has(folder)) return;
    await this.ensure(dirname(folder));
    await this.#ops.makeFolder(folder);
    this.#ready.add(folder);
    this.#unsynced.add(dirname(folder));
  }

  /** Says that a name in the folder was added or replaced. */
  touched(folder: string): void {
    this.#unsynced.add(folder);
  }

  /** Every name added before the call survives power loss on return. */
  async sync(): Promise<void> {
    const folders = [...this.#unsynced];
    // Forgotten before, not after, the sync: a name added meanwhile must mark the folder again.
    this.#unsynced.clear();
    await inLanes(folders, SYNC_LANES, (folder) => this.#ops.syncFolder(folder));
  }
}
