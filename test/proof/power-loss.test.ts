import { afterAll, describe, expect, it } from 'vitest';
import type { Survival } from '../support/power-cut-disk.ts';
import { NAMES_AND_SIZES, NAMES_ONLY, randomSurvival, STRICT } from '../support/power-cut-models.ts';
import { proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { seededNumbers, seedOfRun } from '../support/seeded-numbers.ts';
import { JudgedStates } from './scenarios/judged-states.ts';
import { type PreparedScenario, prepareScenario } from './scenarios/prepared-scenario.ts';
import {
  digestOfState,
  type RecordedRun,
  recordRun,
  replay,
  stateOfFolder,
} from './scenarios/recorded-run.ts';
import { useScenarios } from './scenarios/scenario-bench.ts';
import { scenarioNamed, USUAL_SCENARIOS } from './scenarios/scenario-list.ts';

const GOAL = proofSize({ ci: 500, long: 5_000 });
const DEADLINE_MS = proofSize({ ci: 300_000, long: 3_000_000 });
const MODELS: readonly Survival[] = [STRICT, NAMES_ONLY, NAMES_AND_SIZES];

const bench = useScenarios();

async function record(name: string): Promise<{ prepared: PreparedScenario; run: RecordedRun }> {
  const prepared = await prepareScenario(scenarioNamed(name), bench.scratch);
  const run = await recordRun({ prepared, ...bench });
  expect(run.isFinished, run.errors).toBe(true);
  return { prepared, run };
}

describe('a power cut at any moment', () => {
  const seed = seedOfRun();
  const seen: string[] = [];
  let bad = 0;

  it.each(USUAL_SCENARIOS.map(({ name }) => name))(
    'of the scenario "%s" leaves all that was acknowledged',
    async (name) => {
      const { prepared, run } = await record(name);
      const cuts = new JudgedStates(prepared, bench.scratch);
      const disk = run.freshDisk();
      await replay(run, disk, async (state) => {
        for (const survival of MODELS) await cuts.judge(disk.leftOver(survival), state);
      });
      expect(digestOfState(disk.live()), 'the model of the disk').toBe(
        digestOfState(stateOfFolder(run.folder)),
      );
      const fixed = cuts.distinct;
      const numbers = seededNumbers(seed);
      for (let pass = 0; cuts.distinct < GOAL && pass < GOAL; pass += 1) {
        const again = run.freshDisk();
        await replay(run, again, async (state) => {
          if (cuts.distinct < GOAL) await cuts.judge(again.leftOver(randomSurvival(numbers)), state);
        });
      }
      seen.push(`${name} ${cuts.distinct} (${fixed} without chance)`);
      bad += cuts.bad;
      expect(cuts.faults.slice(0, 10), `seed ${seed}`).toEqual([]);
      expect(cuts.distinct).toBeGreaterThanOrEqual(GOAL);
    },
    DEADLINE_MS,
  );

  afterAll(() => {
    reportBar({
      bar: 'power-loss states replayed',
      goal: `${GOAL} distinct states × ${USUAL_SCENARIOS.length} scenarios, 0 bad`,
      seen: `${seen.join(', ')}; seed ${seed}`,
      bad: bad + USUAL_SCENARIOS.length - seen.length,
    });
  });
});

/** A proof that cannot fail proves nothing: each way to forget a sync must be found. */
describe('the replay of power cuts', () => {
  it.each([
    ['of packs', 'put', /\.pack$/],
    ['of block files', 'put', /^tmp\/object/],
    ['of folders', 'put', /^(|storage.*(packs|blocks|[0-9a-f]{2}))$/],
    ['of the write-ahead log', 'commit', /-wal$/],
    ['of the head journal', 'commit', /^heads\.journal$/],
  ] as const)(
    'finds a forgotten sync %s',
    async (_, name, forgotten) => {
      const { prepared, run } = await record(name);
      const calls = run.calls.filter((call) => !/sync$/.test(call.name) || !forgotten.test(call.path));
      expect(calls.length).toBeLessThan(run.calls.length);
      const cuts = new JudgedStates(prepared, bench.scratch);
      const disk = run.freshDisk();
      await replay({ ...run, calls }, disk, (state) => cuts.judge(disk.leftOver(STRICT), state));
      expect(cuts.bad).toBeGreaterThan(0);
    },
    60_000,
  );
});
