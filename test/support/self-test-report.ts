import { join } from 'node:path';
import { runCommand } from '../checks/run-command.ts';

interface SelfTestReport {
  readonly ok: boolean;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>;
}

const root = join(import.meta.dirname, '../..');
const stub = join(import.meta.dirname, 'electron-stub');

/** What a program says of itself that is asked to try itself: one line, and nothing else on either output. */
export async function selfTestReport(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { exitCode, output } = await runCommand(process.execPath, [...args, '--self-test'], {
    cwd: root,
    timeoutMs: 25_000,
    env: { ...process.env, ...env },
  });
  if (!/^\{[^\n]*\}\n$/.test(output)) throw new Error(`no report of one line: ${output}`);
  const report = JSON.parse(output) as SelfTestReport;
  const isFailed = ([, { ok }]: [string, { ok: boolean }]) => !ok;
  return {
    exitCode,
    output,
    report,
    failed: Object.entries(report.checks)
      .filter(isFailed)
      .map(([name]) => name),
  };
}

/** The same of the desktop app, with the stand-in for Electron. */
export function desktopSelfTest(args: readonly string[], env: NodeJS.ProcessEnv) {
  return selfTestReport(['--import', join(stub, 'register.ts'), join(stub, 'run-app.ts'), ...args], env);
}
