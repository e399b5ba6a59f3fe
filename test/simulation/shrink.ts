import type { Action } from './actions.ts';
import type { Script } from './script.ts';

/** Runs that finding the smallest script may take. */
const MAX_TRIES = 1_500;

/** A shorter script with smaller numbers that still fails, as far as that is found in reasonable time. */
export async function shrinkScript(
  script: Script,
  fails: (script: Script) => Promise<boolean>,
): Promise<Script> {
  let tries = 0;
  let best = script;
  const isBetter = async (actions: readonly Action[], plan = best.plan): Promise<boolean> => {
    if (++tries > MAX_TRIES || !(await fails({ plan, actions }))) return false;
    best = { plan, actions };
    return true;
  };
  for (let before = -1; before !== tries && tries < MAX_TRIES; ) {
    const length = best.actions.length;
    await dropActions(() => best.actions, isBetter);
    await plainerPlan(() => best, isBetter);
    await smallerNumbers(() => best.actions, isBetter);
    before = best.actions.length === length ? tries : -1;
  }
  return best;
}

type IsBetter = (actions: readonly Action[], plan?: Script['plan']) => Promise<boolean>;

async function dropActions(now: () => readonly Action[], isBetter: IsBetter): Promise<void> {
  for (let size = Math.max(1, now().length >> 1); size >= 1; size >>= 1) {
    for (let from = now().length - size; from >= 0; from -= size) {
      await isBetter(now().toSpliced(from, size));
    }
  }
}

async function plainerPlan(now: () => Script, isBetter: IsBetter): Promise<void> {
  const plainer = [
    { folders: [0] },
    { folders: [0, 0] },
    { rule: 'exact' as const },
    { tickMs: 0 },
    { reusesInodes: false },
  ];
  for (const change of plainer) {
    const plan = { ...now().plan, ...change };
    if (JSON.stringify(plan) !== JSON.stringify(now().plan)) await isBetter(now().actions, plan);
  }
}

async function smallerNumbers(now: () => readonly Action[], isBetter: IsBetter): Promise<void> {
  for (let index = 0; index < now().length; index++) {
    for (const field of ['run', 'a', 'b', 'c'] as const) await smallerNumber(now, { index, field }, isBetter);
  }
}

async function smallerNumber(
  now: () => readonly Action[],
  { index, field }: { index: number; field: 'run' | 'a' | 'b' | 'c' },
  isBetter: IsBetter,
): Promise<void> {
  const action = now()[index];
  if (action === undefined) return;
  for (const value of [0, 1, action[field] >> 1, action[field] - 1]) {
    if (value >= action[field] || value < 0) continue;
    if (await isBetter(now().with(index, { ...action, [field]: value }))) return;
  }
}
