import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildBundle } from '../../resources/launch/bundle.mjs';
import { type CommandResult, runCommand } from './run-command.ts';
import { sourceChecks } from './source-checks.ts';
import { readSourceFiles } from './source-file.ts';
import { readPlaywrightReport, readVitestReport, type Tally, tallyOfCheck, tallyOfRunner } from './tally.ts';

export interface Step {
  readonly name: string;
  run(): Promise<StepResult>;
}

export interface StepResult {
  readonly tally: Tally;
  /** What to print when the step failed; empty when it was printed as it came. */
  readonly output: string;
}

const root = join(import.meta.dirname, '../..');
const reports = join(root, 'test-results');
const checkTimeoutMs = 2 * 60_000;
const vitestTimeoutMs = 8 * 60_000;
const playwrightTimeoutMs = 4 * 60_000;

const sourceFolders = ['src-main', 'src-shared', 'src-renderer', 'test', 'resources/launch'];

/** The quick checks, in the order in which their findings are worth reading. */
export const checkSteps: readonly Step[] = [
  toolStep('format and lint', '@biomejs/biome/bin/biome', ['ci', '--colors=off', '--error-on-warnings', '.']),
  toolStep('types of src-shared', 'typescript/bin/tsc', ['-p', 'tsconfig.shared.json']),
  toolStep('types of src-main and tests', 'typescript/bin/tsc', ['-p', 'tsconfig.main.json']),
  toolStep('types of end-to-end tests', 'typescript/bin/tsc', ['-p', 'tsconfig.e2e.json']),
  toolStep('types of src-renderer', 'svelte-check/bin/svelte-check', [
    '--tsconfig',
    'tsconfig.renderer.json',
    '--fail-on-warnings',
  ]),
  toolStep('layers', 'dependency-cruiser/bin/dependency-cruise.mjs', [
    '--config',
    '.dependency-cruiser.mjs',
    ...sourceFolders,
  ]),
  toolStep('unused code and dependencies', 'knip/bin/knip.js', ['--no-progress']),
  ...sourceChecks.map(sourceStep),
];

/** The build, and the tests that run what was built. */
export const testSteps: readonly Step[] = [
  {
    name: 'build',
    run: async () => ({ tally: tallyOfCheck((await buildBundle()) === 0), output: '' }),
  },
  { name: 'unit and component tests', run: runVitest },
  { name: 'end-to-end tests', run: runPlaywright },
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

function sourceStep({ name, find }: (typeof sourceChecks)[number]): Step {
  return {
    name,
    run: async () => {
      const violations = find(readSourceFiles(root));
      const lines = violations.map(({ file, line, message }) => `${file}:${line}: ${message}`);
      return { tally: tallyOfCheck(violations.length === 0), output: lines.join('\n') };
    },
  };
}

async function runVitest(): Promise<StepResult> {
  const report = join(reports, 'vitest.json');
  await rm(report, { force: true });
  const args = ['run', '--coverage', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { exitCode } = await runTool('vitest/vitest.mjs', args, {
    timeoutMs: vitestTimeoutMs,
    isShown: true,
  });
  return { tally: tallyOfRunner(readVitestReport(await readText(report)), exitCode), output: '' };
}

async function runPlaywright(): Promise<StepResult> {
  const report = join(reports, 'playwright.json');
  await rm(report, { force: true });
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const { exitCode } = await runTool('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    timeoutMs: playwrightTimeoutMs,
    isShown: true,
    env,
  });
  return { tally: tallyOfRunner(readPlaywrightReport(await readText(report)), exitCode), output: '' };
}

interface ToolOptions {
  readonly timeoutMs: number;
  readonly isShown?: boolean;
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
