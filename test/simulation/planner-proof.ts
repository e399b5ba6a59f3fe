import { codeOf } from '../../src-main/folder/disk/disk-error.ts';
import { type SeededNumbers, seededNumbers } from '../support/seeded-numbers.ts';
import { Broken } from './broken.ts';
import { contentOf, type FlatTree, flatDisk, textOfTree } from './contents.ts';
import { PlannerCase } from './planner-case.ts';

/** Looks and follows at most so often until nothing is left to do. */
const MAX_ROUNDS = 200;

const FOLDERS = ['', '', 'd/', 'd/e/', 'f/'];
const NAMES = ['a', 'b', 'c', 'd', 'é', 'a (1).txt'];

/**
 * One tree that disk and library agree about, changed on both sides; then both directions in turn until neither finds
 * anything. The answer is how many turns it took.
 * @throws Broken when that never ends, both sides differ in the end, or a content is gone
 */
export async function runPlannerCase(seed: number): Promise<number> {
  const random = seededNumbers(seed);
  const planned = new PlannerCase(random);
  let count = 0;
  const content = () => Buffer.from(`content ${++count}`);
  for (let number = 0; number < 2 + random.below(6); number++) write(planned, path(random), content());
  await planned.ingest();
  await planned.checkout();
  requireSame(planned, seed);
  const base = planned.head;
  for (let number = 0; number < 1 + random.below(4); number++) changeHere(planned, random, content);
  for (let number = 0; number < 1 + random.below(4); number++) await changeThere(planned, random, content);
  const sides = [flatDisk(planned.disk), planned.head];
  const turns = await settle(planned, seed);
  requireSame(planned, seed);
  requireKept(planned, { base, sides, seed });
  return turns;
}

async function settle(planned: PlannerCase, seed: number): Promise<number> {
  for (let turn = 1; turn <= MAX_ROUNDS; turn++) {
    const isTaken = await planned.ingest();
    const isCarried = await planned.checkout();
    if (!isTaken && !isCarried) return turn;
  }
  throw new Broken(`case ${seed} never ends`);
}

function requireSame(planned: PlannerCase, seed: number): void {
  const [disk, head] = [textOfTree(flatDisk(planned.disk)), textOfTree(planned.head)];
  if (disk.join() !== head.join())
    throw new Broken(`case ${seed}:\n${disk.join('\n')}\nbut\n${head.join('\n')}`);
}

function requireKept(
  planned: PlannerCase,
  { base, sides, seed }: { base: FlatTree; sides: readonly FlatTree[]; seed: number },
): void {
  for (const { files } of sides) {
    for (const [path, mark] of files) {
      if (!planned.kept.has(contentOf(mark))) throw new Broken(`case ${seed}: "${path}" was never kept`);
    }
  }
  for (const [path, mark] of base.files) {
    const isLeftAlone = sides.every(({ files }) => files.get(path) === mark);
    if (isLeftAlone && planned.head.files.get(path) !== mark) {
      throw new Broken(`case ${seed}: "${path}", which nobody touched, is another now`);
    }
  }
}

function path(random: SeededNumbers): string {
  return random.pick(FOLDERS) + random.pick(NAMES);
}

function write(planned: PlannerCase, target: string, bytes: Buffer): void {
  const names = target.split('/');
  const { dirs } = flatDisk(planned.disk);
  for (let depth = 1; depth < names.length; depth++) {
    const dir = names.slice(0, depth).join('/');
    if (!dirs.has(dir)) attempt(() => planned.user.makeFolder(dir));
  }
  attempt(() => planned.user.write(target, bytes));
}

function changeHere(planned: PlannerCase, random: SeededNumbers, content: () => Buffer): void {
  const { files, dirs } = flatDisk(planned.disk);
  const file = files.size === 0 ? path(random) : random.pick([...files.keys()]);
  const dir = dirs.size === 0 ? 'd' : random.pick([...dirs]);
  const { user } = planned;
  const actions = [
    () => write(planned, path(random), content()),
    () => write(planned, file, content()),
    () => user.unlink(file),
    () => user.removeTree(dir),
    () => user.rename(file, path(random)),
    () => user.rename(dir, path(random)),
    () => user.rename(dir, random.pick(['d', 'f', 'g', 'f/g'])),
    () => user.makeFolder(path(random)),
    () => user.link(file, path(random)),
    () => swap(planned, file, path(random)),
    () => planned.disk.node(file).kind === 'file' && user.setMode(file, random.chance(0.5) ? 0o755 : 0o644),
    () => {
      user.unlink(file);
      user.makeFolder(file);
    },
    () => {
      user.removeTree(dir);
      user.write(dir, content());
    },
  ];
  attempt(random.pick(actions));
}

function swap({ user }: PlannerCase, a: string, b: string): void {
  user.rename(a, 'between');
  attempt(() => user.rename(b, a));
  user.rename('between', b);
}

async function changeThere(
  planned: PlannerCase,
  random: SeededNumbers,
  content: () => Buffer,
): Promise<void> {
  const { files, dirs } = planned.head;
  const file = files.size === 0 ? path(random) : random.pick([...files.keys()]);
  const dir = dirs.size === 0 ? 'd' : random.pick([...dirs]);
  const other = path(random);
  await random.pick([
    () => planned.change(planned.put(other, content())),
    () => planned.change(planned.put(file, content())),
    () => planned.change({ op: 'remove', path: `/${file}` }),
    () => planned.change({ op: 'remove', path: `/${dir}` }),
    () => planned.change({ op: 'move', from: `/${file}`, to: `/${other}` }),
    () => planned.change({ op: 'move', from: `/${dir}`, to: `/${random.pick(['d', 'f', 'g', 'f/g'])}` }),
    () => planned.change({ op: 'mkdir', path: `/${other}`, mtimeSeconds: 1_700_000_000 }),
    async () => {
      await planned.change({ op: 'remove', path: `/${file}` });
      await planned.change(planned.put(`${file}/inside`, content()));
    },
    async () => {
      await planned.change({ op: 'remove', path: `/${dir}` });
      await planned.change(planned.put(dir, content()));
    },
  ])();
}

/** Leaves what the system does not let people do. */
function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (codeOf(error) === '') throw error;
  }
}
