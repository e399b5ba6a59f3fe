import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { inLanes } from '../../src-main/core/in-lanes.ts';
import type { FolderCall } from '../support/data-folder-calls.ts';
import type { LeftOver } from '../support/power-cut-disk.ts';
import { STRICT } from '../support/power-cut-models.ts';
import { proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import type { Acknowledged } from './scenarios/acknowledged.ts';
import { type InjectionPoint, injectionPoints, runInjected } from './scenarios/injection-points.ts';
import { faultsIn } from './scenarios/judge.ts';
import { type PreparedScenario, prepareScenario } from './scenarios/prepared-scenario.ts';
import { type RecordedRun, recordRun, replay, restoreLeftOver, stateAt } from './scenarios/recorded-run.ts';
import { useScenarios } from './scenarios/scenario-bench.ts';
import { scenarioNamed, USUAL_SCENARIOS } from './scenarios/scenario-list.ts';

/** As many as build machines have cores. */
const LANES = 2;

const FAILING = /^(pwrite64|fsync|fdatasync|rename|close)$/;

const bench = useScenarios();

function isErrorPoint({ name }: FolderCall): boolean {
  return FAILING.test(name);
}

/**
 * What is wrong with what an I/O error left: on the disk, and on a disk that loses its power at any acknowledgement
 * after the error, or at the end.
 */
async function faultsAfter(run: RecordedRun): Promise<string[]> {
  const end = stateAt(run.said, Number.POSITIVE_INFINITY);
  const failedAt = run.calls.find(({ call }) => call.isInjected)?.call.endedAt ?? 0;
  const before = stateAt(run.said, failedAt).finished;
  const disk = run.freshDisk();
  const faults: string[] = [];
  let judged = before;
  await replay(run, disk, async ({ acknowledged, finished }) => {
    if (finished <= judged) return;
    judged = finished;
    faults.push(...(await faultsOfCut(disk.leftOver(STRICT), acknowledged)));
  });
  faults.push(...(await faultsOfCut(disk.leftOver(STRICT), end.acknowledged)));
  faults.push(...(await faultsIn(run.folder, end)));
  rmSync(run.folder, { recursive: true });
  return faults;
}

async function faultsOfCut(state: LeftOver, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const folder = bench.scratch.free();
  restoreLeftOver(state, folder);
  const faults = await faultsIn(folder, { acknowledged });
  rmSync(folder, { recursive: true });
  return faults.map((fault) => `after a power cut: ${fault}`);
}

/**
 * After a failed sync nobody knows what is on the disk, and the next one may succeed without having written it. So
 * whatever stands on the same file must be refused until the next start.
 */
function trustAfter({ calls, said }: RecordedRun): string[] {
  const failed = calls.find(({ call, name }) => call.isInjected && /sync$/.test(name));
  if (failed === undefined) return [];
  const trusting = said.filter(
    ({ at, line }) =>
      at > failed.call.endedAt && line.line === 'acknowledged' && standsOn(line.what, failed.path),
  );
  return trusting.map(({ line }) => `acknowledged all the same: ${JSON.stringify(line)}`);
}

function standsOn({ libraryId, commit, library }: Acknowledged, path: string): boolean {
  if (path === 'heads.journal') return commit !== undefined || library !== undefined;
  // SQLite writes what belongs to a transaction anew each time, never trusting what it wrote before: for its files and
  // for the data folder itself there are the power cuts after each acknowledgement.
  return commit !== undefined && /^tmp\/|^storage\/./.test(path) && !isOfAnother(libraryId, path);
}

function isOfAnother(libraryId: string, path: string): boolean {
  return path.startsWith('storage/') && !path.startsWith(`storage/${libraryId}`);
}

interface Outcome {
  readonly faults: readonly string[];
  /** Some change was refused. */
  readonly isRefused: boolean;
}

async function failAt(prepared: PreparedScenario, point: InjectionPoint): Promise<Outcome> {
  const wanted = { point, choice: isErrorPoint, what: 'error=EIO' };
  const run = await runInjected({ prepared, ...bench }, wanted);
  const isRefused = run.said.some(({ line }) => line.line === 'refused');
  const faults = [...trustAfter(run), ...(await faultsAfter(run))];
  if (!run.isFinished) faults.push(`the process died: ${run.errors}`);
  const where = `an error of ${point.call.name} of ${point.call.path} (${point.ordinal})`;
  return { faults: faults.map((fault) => `${where}: ${fault}`), isRefused };
}

describe('an I/O error of any write, sync, rename or close', () => {
  const seen: string[] = [];
  let bad = 0;

  it.each(USUAL_SCENARIOS.map(({ name }) => name))(
    'in the scenario "%s" is never followed by a false acknowledgement',
    async (name) => {
      const prepared = await prepareScenario(scenarioNamed(name), bench.scratch);
      const all = injectionPoints(await recordRun({ prepared, ...bench }), isErrorPoint);
      // A fourteenth on every change, all of them in the long run: together with the crash points it has to fit.
      const points = all.filter((_point, at) => at % proofSize({ ci: 14, long: 1 }) === 0);
      const faults: string[] = [];
      let [hit, refused] = [0, 0];
      await inLanes(points, LANES, async (point) => {
        const outcome = await failAt(prepared, point);
        hit += 1;
        if (outcome.faults.length > 0) bad += 1;
        faults.push(...outcome.faults);
        if (outcome.isRefused) refused += 1;
      });
      seen.push(`${name} ${hit} of ${all.length} (${refused} refused)`);
      expect(faults).toEqual([]);
      expect(all.length).toBeGreaterThan(50);
    },
    300_000,
  );

  it('would be seen if a sync was taken for made that was not', async () => {
    const prepared = await prepareScenario(scenarioNamed('commit'), bench.scratch);
    const points = injectionPoints(await recordRun({ prepared, ...bench }), isErrorPoint);
    const point = points.find(({ call }) => call.name === 'fdatasync' && call.path.endsWith('.pack'));
    if (point === undefined) throw new Error('no pack was synced');
    const wanted = { point, choice: isErrorPoint, what: 'retval=0' };
    const run = await runInjected({ prepared, ...bench }, wanted);
    expect((await faultsAfter(run)).join('; ')).toMatch(/after a power cut: .*object-(missing|corrupt)/);
  });

  afterAll(() => {
    reportBar({
      bar: 'I/O errors of writes',
      goal: `EIO from every fsync, write, rename and close in ${USUAL_SCENARIOS.length} scenarios, no false acknowledgement`,
      seen: seen.join(', '),
      bad: bad + USUAL_SCENARIOS.length - seen.length,
    });
  });
});
