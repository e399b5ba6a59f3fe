import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { inLanes } from '../../src-main/core/in-lanes.ts';
import type { FolderCall } from '../support/data-folder-calls.ts';
import { proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { type InjectionPoint, injectionPoints, runInjected } from './scenarios/injection-points.ts';
import { faultsIn } from './scenarios/judge.ts';
import { JudgedStates } from './scenarios/judged-states.ts';
import { type PreparedScenario, prepareScenario } from './scenarios/prepared-scenario.ts';
import {
  digestOfState,
  type RecordedRun,
  recordRun,
  replay,
  stateAt,
  stateOfFolder,
} from './scenarios/recorded-run.ts';
import { useScenarios } from './scenarios/scenario-bench.ts';
import { scenarioNamed, USUAL_SCENARIOS } from './scenarios/scenario-list.ts';

/** As many as build machines have cores. */
const LANES = 2;

/**
 * What is changed outlives the process, so a kill leaves what the calls before it made, and one run that is written down
 * holds the states of all its kills. Every so many of them is made for real as well, all of them in the long run.
 */
const REAL_EVERY = proofSize({ ci: 14, long: 1 });

const CHANGING = /^(pwrite64|write|fsync|fdatasync|ftruncate|rename|unlink|unlinkat|mkdir|rmdir)$/;

const bench = useScenarios();

function isCrashPoint({ name, call }: FolderCall): boolean {
  return CHANGING.test(name) || (name === 'openat' && call.args[2]?.includes('O_CREAT') === true);
}

/** Looks at what a kill before any call of a run would leave. */
async function judgeEveryState(states: JudgedStates, run: RecordedRun): Promise<void> {
  const disk = run.freshDisk();
  await replay(run, disk, (state) => states.judge(disk.live(), state));
  expect(digestOfState(disk.live()), 'the model of the disk').toBe(digestOfState(stateOfFolder(run.folder)));
}

/** Kills a run at one call, and tells what is wrong with what is left. */
async function faultsOfKill(prepared: PreparedScenario, point: InjectionPoint): Promise<string[]> {
  const wanted = { point, choice: isCrashPoint, what: 'signal=KILL' };
  const run = await runInjected({ prepared, ...bench }, wanted);
  const { acknowledged, finished } = stateAt(run.said, Number.POSITIVE_INFINITY);
  const states = prepared.states.slice(finished, finished + 2);
  const faults = await faultsIn(run.folder, { acknowledged, states });
  rmSync(run.folder, { recursive: true });
  return faults.map(
    (fault) => `killed at ${point.call.name} of ${point.call.path} (${point.ordinal}): ${fault}`,
  );
}

describe('kill -9 at any change of a file', () => {
  const seen: string[] = [];
  let bad = 0;

  it.each(USUAL_SCENARIOS.map(({ name }) => name))(
    'in the scenario "%s" leaves all that was acknowledged',
    async (name) => {
      const prepared = await prepareScenario(scenarioNamed(name), bench.scratch);
      const run = await recordRun({ prepared, ...bench });
      const points = injectionPoints(run, isCrashPoint);
      const states = new JudgedStates(prepared, bench.scratch);
      await judgeEveryState(states, run);
      const faults = [...states.faults];
      bad += states.bad;
      let hit = 0;
      const real = points.filter((_point, at) => at % REAL_EVERY === 0);
      await inLanes(real, LANES, async (point) => {
        const found = await faultsOfKill(prepared, point);
        hit += 1;
        if (found.length > 0) bad += 1;
        faults.push(...found);
      });
      seen.push(`${name} ${points.length} of ${points.length} (${states.distinct} states, ${hit} killed)`);
      expect(faults).toEqual([]);
      expect(points.length).toBeGreaterThan(50);
    },
    300_000,
  );

  it('would be seen if it took an acknowledged change', async () => {
    const prepared = await prepareScenario(scenarioNamed('commit'), bench.scratch);
    const { acknowledged, states } = prepared;
    const lied = await faultsIn(prepared.copy(), { acknowledged: acknowledged.slice(0, 1) });
    expect(lied.join('; ')).toMatch(/the journal lacks commit [0-9a-f]{40}; commit [0-9a-f]{40} is gone/);
    expect(await faultsIn(prepared.copy(), { acknowledged: [], states: states.slice(1, 3) })).toHaveLength(1);
    expect(await faultsIn(prepared.copy(), { acknowledged: [], states: states.slice(0, 1) })).toEqual([]);
  });

  afterAll(() => {
    reportBar({
      bar: 'syscall crash points',
      goal: `kill at 100 % of the file changes of ${USUAL_SCENARIOS.length} scenarios, nothing lost`,
      seen: seen.join(', '),
      bad: bad + USUAL_SCENARIOS.length - seen.length,
    });
  });
});
