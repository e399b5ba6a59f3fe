import { afterAll, beforeAll } from 'vitest';
import { requireStrace } from '../../support/strace.ts';
import {
  buildScenarioProgram,
  type ScenarioProgram,
  type ScratchFolder,
  scratchFolder,
} from './prepared-scenario.ts';

/** What scenarios are run with. */
export interface ScenarioBench {
  readonly scratch: ScratchFolder;
  readonly program: ScenarioProgram;
}

/** For all tests of a file: there from the first of them on, and gone after the last. */
export function useScenarios(): ScenarioBench {
  const bench: { scratch?: ScratchFolder; program?: ScenarioProgram } = {};
  beforeAll(async () => {
    requireStrace();
    bench.scratch = scratchFolder();
    bench.program = await buildScenarioProgram(bench.scratch);
  }, 60_000);
  afterAll(() => {
    bench.program?.remove();
    bench.scratch?.remove();
  });
  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('scenarios are only there while tests run');
    return part;
  };
  return {
    get scratch() {
      return there(bench.scratch);
    },
    get program() {
      return there(bench.program);
    },
  };
}
