import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../checks/run-command.ts';
import { readVitestReport, type Tally, tallyOfRunner } from '../checks/tally.ts';
import { type Judgement, judge, resultsIn } from './judged.ts';
import { KNOWN_FAILURES } from './known-failures.ts';
import { onThisMachine, projectFile, startScript } from './windows-program.ts';

const root = join(import.meta.dirname, '../..');

const SMOKE_TIMEOUT_MS = 30 * 60_000;
const UNIT_TIMEOUT_MS = 90 * 60_000;

/** The unit tests of what runs on Windows without a desktop. */
const UNIT_TESTS = [
  ...['core', 'store', 'folder', 'services', 'http', 'app', 'headless'].map((layer) => `test/main/${layer}/`),
  ...['test/contract/', 'test/shared/'],
];

/** Drives the built server from outside. `only`: parts of the names of files in `test/windows`; empty for all. */
export async function runSmoke(only: readonly string[]): Promise<Tally> {
  const report = join(root, 'test-results/windows-smoke.json');
  rmSync(report, { force: true });
  const args = [...vitestArgs('windows', report), ...only.map((name) => `test/windows/${name}`)];
  const { exitCode } = await runCommand(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args],
    {
      cwd: root,
      timeoutMs: SMOKE_TIMEOUT_MS,
      shownAfter: '',
      env: { ...process.env, KEEPFOLD_TEST_BUILT: '1' },
    },
  );
  return tallyOf(report, exitCode);
}

/** Runs the unit tests in Windows' own Node. `only`: parts of their names, such as `store/`; empty for all. */
export async function runUnitTests(only: readonly string[]): Promise<Tally> {
  const report = 'C:\\tmp\\unit-tests.json';
  mkdirSync(onThisMachine('C:\\tmp'), { recursive: true });
  rmSync(onThisMachine(report), { force: true });
  const folders = only.length === 0 ? UNIT_TESTS : only;
  const program = startScript('node_modules/vitest/vitest.mjs', [...vitestArgs('unit', report), ...folders], {
    KEEPFOLD_TEST_BUILT: '1',
    KEEPFOLD_TEST_WORKERS: process.env['KEEPFOLD_TEST_WORKERS'] ?? '2',
    NO_COLOR: '1',
  });
  const shown = showAsItComes(program.output);
  const late = setTimeout(program.kill, UNIT_TIMEOUT_MS);
  const exitCode = await program.ended;
  clearTimeout(late);
  shown.end();
  process.stdout.write(program.errors());
  return tallyOf(onThisMachine(report), exitCode ?? 1);
}

function vitestArgs(project: string, report: string): string[] {
  return [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
}

/** Counts what is known to fail as skipped, and tells of what is known and has passed. */
function tallyOf(report: string, exitCode: number): Tally {
  const text = existsSync(report) ? readFileSync(report, 'utf8') : null;
  const counted = tallyOfRunner(readVitestReport(text), exitCode);
  if (text === null) return counted;
  const judgement = judge(resultsIn(text, [root, projectFile('')]), KNOWN_FAILURES);
  process.stdout.write(messageOf(judgement));
  const known = judgement.known.length;
  return { ...counted, failed: counted.failed - known, skipped: counted.skipped + known };
}

function messageOf({ known, unexpected, mended }: Judgement): string {
  const lines = [
    ...known.map(({ file, test, because }) => `known   ${file}: ${test} (${because})`),
    ...mended.map(({ file, test, because }) => `PASSES  ${file}: ${test} (known to fail: ${because})`),
    ...unexpected.map(({ file, test }) => `FAILED  ${file}: ${test}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** A Windows program writes to a file: its new lines are shown every second. */
function showAsItComes(output: () => string): { end: () => void } {
  let shown = 0;
  const show = () => {
    const text = output();
    process.stdout.write(text.slice(shown));
    shown = text.length;
  };
  const timer = setInterval(show, 1_000);
  return {
    end: () => {
      clearInterval(timer);
      show();
    },
  };
}
