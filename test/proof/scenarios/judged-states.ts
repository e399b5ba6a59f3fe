import { rmSync } from 'node:fs';
import type { LeftOver } from '../../support/power-cut-disk.ts';
import { faultsIn } from './judge.ts';
import type { PreparedScenario, ScratchFolder } from './prepared-scenario.ts';
import { digestOfState, type RunState, restoreLeftOver } from './recorded-run.ts';

/** Looks once at each different state that the faults of one run leave. */
export class JudgedStates {
  readonly #prepared: PreparedScenario;
  readonly #scratch: ScratchFolder;
  /** The most changes that a state was already held against, by its digest. */
  readonly #seen = new Map<string, number>();
  readonly faults: string[] = [];
  bad = 0;

  constructor(prepared: PreparedScenario, scratch: ScratchFolder) {
    this.#prepared = prepared;
    this.#scratch = scratch;
  }

  get distinct(): number {
    return this.#seen.size;
  }

  async judge(state: LeftOver, { acknowledged, finished }: RunState): Promise<void> {
    const digest = digestOfState(state);
    if ((this.#seen.get(digest) ?? -1) >= finished) return;
    this.#seen.set(digest, finished);
    const folder = this.#scratch.free();
    restoreLeftOver(state, folder);
    const states = this.#prepared.states.slice(finished, finished + 2);
    const faults = await faultsIn(folder, { acknowledged, states });
    rmSync(folder, { recursive: true });
    if (faults.length === 0) return;
    this.bad += 1;
    this.faults.push(`after ${finished} acknowledged changes: ${faults.join('; ')}`);
  }
}
