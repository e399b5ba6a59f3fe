import { readFileSync } from 'node:fs';
import type { Action } from './actions.ts';
import { runScript, type Script } from './script.ts';
import type { Stage } from './stage.ts';

/**
 * Runs a saved script once more: `node test/simulation/replay.ts <file.json> [--trace]`. With `--trace` every step is
 * told as it happens, and both trees after each action.
 */
const [file, ...flags] = process.argv.slice(2);
if (file === undefined) throw new Error('which script?');
const isTracing = flags.includes('--trace');
const script = JSON.parse(readFileSync(file, 'utf8')) as Script;
let told = 0;

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

function tellNew(stage: Stage): void {
  for (const line of stage.world.trace.slice(told)) tell(`  ${line}`);
  told = stage.world.trace.length;
}

function onAction(stage: Stage, action: Action | null): void {
  if (!isTracing) return;
  tellNew(stage);
  tell(stage.words());
  tell(action === null ? 'now quiet' : JSON.stringify(action));
  // The last steps are told by whoever ends the run.
  last = stage;
}

let last: Stage | null = null;
const { broken, trees, traceHash } = await runScript(script, { onAction });
if (last !== null) tellNew(last);
if (trees !== '') tell(trees);
tell(broken ?? `all is well (trace ${traceHash})`);
process.exitCode = broken === null ? 0 : 1;
