import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { countRowsAnew } from '../../src-main/engine/reading/directory-reader.ts';
import { type Action, type ActionName, perform } from './actions.ts';
import { Broken } from './broken.ts';
import type { Sabotage } from './sabotage.ts';
import type { WorldPlan } from './sim-world.ts';
import { Stage } from './stage.ts';

/** All that a run of the simulation depends on. */
export interface Script {
  readonly plan: WorldPlan;
  readonly actions: readonly Action[];
}

interface ScriptResult {
  /** Null: everything that is promised held. */
  readonly broken: string | null;
  /** Equal for equal runs. */
  readonly traceHash: string;
  readonly meetings: ReadonlyMap<string, number>;
}

/** How often each action is done, relative to the others. */
const WEIGHTS: Readonly<Record<ActionName, number>> = {
  write: 22,
  unseen: 4,
  remove: 7,
  removeAll: 2,
  rename: 12,
  kind: 4,
  folder: 2,
  open: 2,
  lock: 2,
  remote: 14,
  pass: 8,
  jump: 2,
  step: 10,
  rescan: 2,
  settle: 8,
  quiet: 1,
  watch: 5,
  fault: 5,
  failCall: 5,
  deny: 3,
  ambush: 6,
  kill: 4,
  powerLoss: 3,
  root: 2,
  collect: 2,
  readOnly: 1,
  upload: 2,
  collide: 5,
  meet: 26,
  answer: 4,
};

const actionNames = fc.oneof(
  ...Object.entries(WEIGHTS).map(([name, weight]) => ({
    weight,
    arbitrary: fc.constant(name as ActionName),
  })),
);

/** Objects as they come out of a file. */
const PLAIN = { noNullPrototype: true } as const;

const number = fc.nat({ max: 255 });

const actions = fc.record(
  {
    do: actionNames,
    a: number,
    b: number,
    c: number,
    run: fc.constantFrom(0, 0, 0, 1, 3, 10, 40),
  },
  PLAIN,
);

const plans = fc.record(
  {
    seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    // One folder, two of one library, two libraries, and a crowd.
    folders: fc.constantFrom([0], [0], [0], [0, 0], [0, 0], [0, 1], [0, 0, 1]),
    rule: fc.constantFrom(
      'exact' as const,
      'exact' as const,
      'ignores-case' as const,
      'ignores-form' as const,
    ),
    tickMs: fc.constantFrom(0, 4, 4, 1000, 2000),
    reusesInodes: fc.boolean(),
    isCalm: fc.boolean(),
    askedFrom: fc.constantFrom(0, 1, 1, 2, 3),
  },
  PLAIN,
);

/** Scripts of a length; both ends of it are rare. */
export function scripts({ from, to }: { from: number; to: number }): fc.Arbitrary<Script> {
  return fc.record(
    {
      plan: plans,
      actions: fc.array(actions, { minLength: from, maxLength: to, size: 'max' }),
    },
    PLAIN,
  );
}

interface RunOptions {
  readonly onAction?: (stage: Stage, action: Action | null) => void;
  readonly sabotage?: Sabotage;
}

/** Runs a script; `onAction` is told what comes next. */
export async function runScript(
  { plan, actions }: Script,
  { onAction = () => undefined, sabotage = {} }: RunOptions = {},
): Promise<ScriptResult & { readonly trees: string }> {
  countRowsAnew();
  const stage = await Stage.open(plan, sabotage);
  let broken: string | null = null;
  try {
    for (const action of actions) {
      onAction(stage, action);
      stage.world.note(`do ${JSON.stringify(action)}`);
      await perform(stage, action);
      await stage.account.check();
    }
    onAction(stage, null);
    await stage.quiet();
  } catch (error) {
    broken =
      error instanceof Broken ? error.message : `failed: ${error instanceof Error ? error.stack : error}`;
  }
  const trees = broken === null ? '' : stage.words();
  const traceHash = createHash('sha1').update(stage.world.trace.join('\n')).digest('hex');
  stage.close();
  return { broken, traceHash, meetings: stage.meetings, trees };
}
