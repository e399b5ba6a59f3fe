import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildBundle } from '../../resources/launch/bundle.mjs';
import { ensureChromium } from '../../resources/launch/chromium.mjs';
import { ensureRclone } from '../../resources/launch/rclone.mjs';
import { ensureSeafileClient } from '../../resources/launch/seafile-client.mjs';
import { ensureStrace } from '../../resources/launch/strace.mjs';
import { ensureWebdavPrograms } from '../../resources/launch/webdav-programs.mjs';
import { ensureXvfb } from '../../resources/launch/xvfb.mjs';
import { barsFolder, describeBar } from '../support/report-bar.ts';
import { type CommandResult, ENDED_CODE, runCommand } from './run-command.ts';
import { sourceChecks } from './source-checks.ts';
import { readSourceFiles, type SourceFile } from './source-file.ts';
import {
  emptyTally,
  finishedInPlaywright,
  finishedInVitest,
  readPlaywrightReport,
  readVitestReport,
  type Tally,
  tallyIn,
  tallyOfCheck,
  tallyOfRunner,
} from './tally.ts';

export interface Step {
  readonly name: string;
  run(): Promise<StepResult>;
}

export interface StepResult {
  readonly tally: Tally;
  /** What to print when the step failed; empty when it was printed as it came, and by no other step beside it. */
  readonly output: string;
}

const root = join(import.meta.dirname, '../..');
const reports = join(root, 'test-results');
// However slow a machine is, something is told while it works: what ends a step is that it hangs.
const checkTimeoutMs = 15 * 60_000;
const windowsTimeoutMs = 2 * 60 * 60_000;
// Vitest tells of a file at its end, Playwright of each test. Some proofs are one file, and one test, of minutes.
const vitestSilenceMs = 8 * 60_000;
const proofSilenceMs = 20 * 60_000;
const playwrightSilenceMs = 3 * 60_000;

/** How long the long run goes on with what has no end of its own, unless it is told otherwise. */
const LONG_PROOF_MINUTES = 30;
const LONG = { KEEPFOLD_PROOF: 'long' };

/** In the names of the proofs that give a time to answer. */
const TIMED = 'hostile';

const sourceFolders = ['src-main', 'src-shared', 'src-renderer', 'test', 'resources/launch'];

/** The quick checks, the longest first: two run at a time. */
export const checkSteps: readonly Step[] = [
  toolStep('types of src-renderer', 'svelte-check/bin/svelte-check', [
    '--tsconfig',
    'tsconfig.renderer.json',
    '--fail-on-warnings',
  ]),
  toolStep('format and lint', '@biomejs/biome/bin/biome', ['ci', '--colors=off', '--error-on-warnings', '.']),
  toolStep('types of src-shared', 'typescript-native/bin/tsc', ['-p', 'tsconfig.shared.json']),
  toolStep('types of src-main and tests', 'typescript-native/bin/tsc', ['-p', 'tsconfig.main.json']),
  toolStep('types of end-to-end tests', 'typescript-native/bin/tsc', ['-p', 'tsconfig.e2e.json']),
  toolStep('layers', 'dependency-cruiser/bin/dependency-cruise.mjs', [
    '--config',
    '.dependency-cruiser.mjs',
    ...sourceFolders,
  ]),
  toolStep('unused code and dependencies', 'knip/bin/knip.js', ['--no-progress']),
  ...sourceChecks.map(sourceStep),
];

/** What tests stand on: other programs, which may have to be fetched, and the build. */
export const preparingSteps: readonly Step[] = [
  { name: 'programs that tests run', run: ensurePrograms },
  { name: 'build', run: async () => ({ tally: tallyOfCheck((await buildBundle()) === 0), output: '' }) },
];

/**
 * The proofs, the clients and the interface as the desktop app has it, each for as long or as often as a night allows, and
 * what else the short run leaves out.
 */
export const longSteps: readonly Step[] = [
  {
    name: 'all of the first day in the app window',
    run: () => runPlaywright(['--project=window'], { env: LONG }),
  },
  { name: 'Windows', run: runOnWindows },
  { name: 'long proofs', run: runLongProofs },
];

/**
 * The tests, many of which run what was built; two steps run at a time. Proofs share their workers with all others, so that
 * each core has work until the end.
 */
export const testSteps: readonly Step[] = [
  {
    name: 'proofs, unit and client tests',
    run: () =>
      runVitest(['proof', 'unit', 'desktop', 'clients'], {
        silenceMs: proofSilenceMs,
        label: 'unit',
        words: [`--exclude=**/proof/*${TIMED}*`],
      }),
  },
  { name: 'end-to-end tests', run: () => runPlaywright([], { label: 'e2e' }) },
  {
    name: 'component tests',
    run: () => runVitest(['component'], { silenceMs: vitestSilenceMs, label: 'component' }),
  },
];

/** They measure how soon others are answered, which nothing beside them may delay. */
export const timedSteps: readonly Step[] = [
  {
    name: 'proofs with a time to answer',
    run: () => runVitest(['proof'], { silenceMs: proofSilenceMs, words: [TIMED] }),
  },
];

function toolStep(name: string, script: string, args: readonly string[]): Step {
  return {
    name,
    run: async () => {
      const { exitCode, output } = await runTool(script, args, { timeoutMs: checkTimeoutMs });
      return { tally: tallyOfCheck(exitCode === 0), output };
    },
  };
}

/** Read and parsed once for all checks, most of which take no longer than that. */
let sources: SourceFile[] | null = null;

function sourceStep({ name, find }: (typeof sourceChecks)[number]): Step {
  return {
    name,
    run: async () => {
      sources ??= readSourceFiles(root);
      const violations = find(sources);
      const lines = violations.map(({ file, line, message }) => `${file}:${line}: ${message}`);
      return { tally: tallyOfCheck(violations.length === 0), output: lines.join('\n') };
    },
  };
}

async function ensurePrograms(): Promise<StepResult> {
  await ensureStrace();
  await ensureXvfb();
  await ensureRclone();
  await ensureWebdavPrograms();
  await ensureSeafileClient();
  const chromium = await ensureChromium();
  if (chromium !== null) process.env['CHROMIUM'] = chromium;
  return { tally: emptyTally, output: '' };
}

/** What a step that others run beside puts before each line; the output of one that fails is printed whole at its end. */
const shownAfter = (label: string): string => (label === '' ? '' : `${label.padEnd(9)} | `);

interface VitestOptions {
  /** Names the step where others run beside it. */
  readonly label?: string;
  /** Which files, in vitest's words; absent: all. */
  readonly words?: readonly string[];
  readonly timeoutMs?: number;
  readonly silenceMs?: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs the tests of these projects; they may have what was built. */
async function runVitest(
  projects: readonly string[],
  { env = {}, label = '', words = [], ...ends }: VitestOptions,
): Promise<StepResult> {
  const report = join(reports, `vitest-${projects.join('-')}.json`);
  await rm(report, { force: true });
  const args = [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...words,
  ];
  const { exitCode, output } = await runTool('vitest/vitest.mjs', args, {
    ...{ ...ends, shownAfter: shownAfter(label) },
    env: { ...process.env, KEEPFOLD_TEST_BUILT: '1', ...env },
  });
  if (exitCode === ENDED_CODE) return endedVitest(projects, words, output);
  const tally = tallyOfRunner(readVitestReport(await readText(report)), exitCode);
  return { tally, output: label === '' ? '' : output };
}

/** What had ended by the time that a run was ended, and which files had not. */
async function endedVitest(
  projects: readonly string[],
  words: readonly string[],
  output: string,
): Promise<StepResult> {
  const { tally, files } = finishedInVitest(output);
  const args = ['list', '--filesOnly', ...projects.map((project) => `--project=${project}`), ...words];
  const listed = await runTool('vitest/vitest.mjs', args, { timeoutMs: checkTimeoutMs });
  const finished = new Set(files);
  const others = listed.output.match(/\S+\.test\.ts/g)?.filter((file) => !finished.has(file)) ?? [];
  const lines = output.trimEnd().split('\n').slice(-20);
  return {
    tally: tallyOfRunner(tally, ENDED_CODE),
    output: [...lines, `${files.length} files had ended. These had not:`, ...others].join('\n'),
  };
}

/** Nothing is counted where there can be no Windows: its launcher has said why. */
async function runOnWindows(): Promise<StepResult> {
  const script = join(root, 'resources/launch/test-windows.mjs');
  const { exitCode, output } = await runCommand(process.execPath, [script, '--if-possible'], {
    cwd: root,
    timeoutMs: windowsTimeoutMs,
    shownAfter: '',
  });
  return { tally: tallyOfRunner(tallyIn(output) ?? emptyTally, exitCode), output: '' };
}

function runLongProofs(): Promise<StepResult> {
  const minutes = Number(process.env['KEEPFOLD_PROOF_MINUTES'] ?? LONG_PROOF_MINUTES);
  const env = { ...LONG, KEEPFOLD_PROOF_MINUTES: String(minutes) };
  return runVitest(['proof', 'clients', 'desktop'], { timeoutMs: (4 * minutes + 180) * 60_000, env });
}

/** Before any proof of a run. */
export async function forgetBars(): Promise<void> {
  await rm(barsFolder, { recursive: true, force: true });
}

/** What the proofs of this run showed, a line each; empty when none ran. */
export async function describeBars(): Promise<string[]> {
  if (!existsSync(barsFolder)) return [];
  const names = (await readdir(barsFolder)).sort();
  return Promise.all(names.map(async (name) => describeBar(await readFile(join(barsFolder, name), 'utf8'))));
}

async function runPlaywright(
  words: readonly string[] = [],
  { env: more = {}, label = '' }: Pick<VitestOptions, 'env' | 'label'> = {},
): Promise<StepResult> {
  const report = join(reports, 'playwright.json');
  await rm(report, { force: true });
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...more };
  const args = ['test', '--reporter=list,json', ...words];
  const { exitCode, output } = await runTool('@playwright/test/cli.js', args, {
    ...{ silenceMs: playwrightSilenceMs, shownAfter: shownAfter(label), env },
  });
  if (exitCode === ENDED_CODE)
    return {
      tally: tallyOfRunner(finishedInPlaywright(output), exitCode),
      output: label === '' ? (output.split('\n').at(-2) ?? '') : output,
    };
  const tally = tallyOfRunner(readPlaywrightReport(await readText(report)), exitCode);
  return { tally, output: label === '' ? '' : output };
}

interface ToolOptions {
  readonly timeoutMs?: number;
  readonly silenceMs?: number;
  readonly shownAfter?: string;
  readonly env?: NodeJS.ProcessEnv;
}

function runTool(script: string, args: readonly string[], options: ToolOptions): Promise<CommandResult> {
  return runCommand(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    ...options,
  });
}

async function readText(path: string): Promise<string | null> {
  return existsSync(path) ? await readFile(path, 'utf8') : null;
}
