import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ServerConditions } from '../server-run.ts';

/** How long the thread of a server computes without letting others have a turn. Ends with the test. */
export class WatchedLoop {
  readonly #folder = mkdtempSync(join(tmpdir(), 'keepfold-loop-'));
  readonly #file = join(this.#folder, 'longest');

  constructor() {
    onTestFinished(() => rmSync(this.#folder, { recursive: true, force: true }));
  }

  /** For the start of the server. */
  get conditions(): ServerConditions {
    const preload = new URL('./loop-watch.ts', import.meta.url).href;
    return { nodeOptions: ['--import', preload], environment: { KEEPFOLD_TEST_LOOP_FILE: this.#file } };
  }

  /** Forgets everything up to now. */
  async begin(pid: number): Promise<void> {
    const watcher = watch(this.#folder);
    const written = once(watcher, 'change');
    process.kill(pid, 'SIGUSR2');
    await written;
    watcher.close();
  }

  /** The longest stretch since then, in milliseconds of the processor; 0: none that a client could notice. */
  longestMs(): number {
    return Number(readFileSync(this.#file, 'utf8'));
  }
}
