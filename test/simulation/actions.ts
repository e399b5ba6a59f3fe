import { CELLS, type Kind } from './meeting-cells.ts';
import { otherCase } from './names.ts';
import type { LocalAction, Person } from './person.ts';
import type { WatchFault } from './sim-watcher.ts';
import type { Stage } from './stage.ts';

/** One thing that happens. Numbers are taken modulo what there is, so that every part of a script is a script. */
export interface Action {
  readonly do: ActionName;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** Steps of the program that are done afterwards. */
  readonly run: number;
}

export type ActionName = keyof typeof ACTIONS;

type Perform = (stage: Stage, action: Action) => void | Promise<void>;

const local =
  (...actions: LocalAction[]): Perform =>
  (stage, { a, b, c }) => {
    const action = actions[a % actions.length];
    if (action !== undefined) stage.person(a).do(action, b, c);
  };

/** Of a second, a minute, a day: what passes, forward only. */
const PASSING_MS = [1, 30, 150, 1_100, 3_000, 12_000, 70_000];

const JUMPS_MS = [-1_000, 3_600_000, -3_600_000, 86_400_000, 63_072_000_000, -31_536_000_000];

const WATCH_FAULTS: readonly WatchFault[] = ['drop', 'double', 'delay', 'mute', 'overflow', 'none'];

const CODES = ['EIO', 'ENOSPC', 'EACCES', 'EMFILE'];

const ACTIONS = {
  write: local('write', 'save', 'append', 'truncate'),
  unseen: local('unseen', 'touch', 'setProgram'),
  remove: local('remove', 'remove', 'removeTree'),
  removeAll: local('removeAll', 'fill', 'fill'),
  rename: local('rename', 'moveTree', 'changeCase', 'swap', 'cycle'),
  kind: local('toFolder', 'toFile', 'toLink', 'toFifo', 'link'),
  folder: local('makeFolder'),
  open: local('open', 'writeOpen', 'writeOpen'),
  lock: local('lock'),
  remote(stage, { a, b, c }) {
    stage.remoteAction(a, b, c);
  },
  pass: (stage, { a }) => stage.world.pass(PASSING_MS[a % PASSING_MS.length] ?? 0),
  jump(stage, { a }) {
    if (!stage.remote.isUploading) stage.world.time.jump(JUMPS_MS[a % JUMPS_MS.length] ?? 0);
  },
  step: (stage, { a }) => stage.world.step(1 + (a % 40)),
  rescan: (stage, { a }) => stage.rescan(a),
  settle: (stage) => stage.world.pass(1_500),
  quiet: (stage) => stage.quiet(),
  watch(stage, { a }) {
    stage.world.machine.watcher.fault = WATCH_FAULTS[a % WATCH_FAULTS.length] ?? 'none';
  },
  fault(stage, { a, b, c }) {
    const folder = stage.world.folder(a);
    stage.isFaulty = true;
    folder.failCalls(CODES[b % CODES.length] ?? 'EIO', {
      after: c % 60,
      times: 1 + (c % 3),
      isLate: c % 5 === 0,
    });
  },
  failCall(stage, { a, b, c }) {
    stage.isFaulty = true;
    const call = FAILING_CALLS[b % FAILING_CALLS.length] ?? 'rename';
    stage.world.folder(a).failCall(call, CODES[c % CODES.length] ?? 'EIO', c % 5 === 0);
  },
  deny(stage, { a, b, c }) {
    stage.isFaulty = true;
    stage.deny(a, b, c);
  },
  ambush(stage, { a, b, c }) {
    const person = stage.person(a);
    const action = AMBUSHES[b % AMBUSHES.length];
    if (action !== undefined) stage.world.folder(a).ambush(c % 80, () => person.do(action, b >> 3, c));
  },
  collide(stage, { a, b, c }) {
    const person = stage.person(a);
    const call = COLLISIONS[c % COLLISIONS.length] ?? 'link';
    stage.world.folder(a).ambushCall(call, b % 4, (path) => person.meddle(path, b));
  },
  async kill(stage, { a }) {
    stage.isFaulty = true;
    await stage.world.step(a % 30);
    stage.world.kill();
    stage.remote.forgetUploads();
    await stage.world.restart();
  },
  async powerLoss(stage, { a }) {
    stage.isFaulty = true;
    await stage.world.step(a % 30);
    stage.world.losePower();
    stage.account.noteRevived();
    stage.remote.forgetUploads();
    await stage.world.restart();
  },
  root(stage, { a, b }) {
    // Before its mark is on record, nobody can tell the folder from another one, and nothing of it is known.
    if (!stage.isMarked(a)) return;
    stage.world.folder(a).presence = (['missing', 'emptied', 'there'] as const)[b % 3] ?? 'there';
  },
  collect: (stage) => stage.collect(),
  readOnly(stage, { a, b }) {
    stage.setReadOnly(a, b % 2 === 0);
  },
  async upload(stage, { a, b, c }) {
    stage.upload(a, b, c);
    if (b % 4 > 0) return;
    await stage.world.step(20);
    await stage.collect();
  },
  answer: (stage, { a, b }) => stage.answerDepartures(a, b % 2 === 0 ? 'accept' : 'revert'),
  meet: (stage, { a, b, c }) => meet(stage, { folder: a, path: b, cell: c }),
} satisfies Record<string, Perform>;

/** Calls right before which somebody may do something to the very same path. */
const COLLISIONS = ['link', 'rename', 'unlink', 'lstat', 'mkdir', 'rmdir', 'chmod'];

/** Calls that change the disk, and those that say that they did. */
const FAILING_CALLS = [
  'rename',
  'unlink',
  'link',
  'rmdir',
  'mkdir',
  'create',
  'write',
  'fsync',
  'fsyncdir',
  'chmod',
];

const AMBUSHES: readonly LocalAction[] = [
  'append',
  'write',
  'unseen',
  'save',
  'remove',
  'rename',
  'toFolder',
  'toLink',
  'moveTree',
];

const FAULTS: ReadonlySet<ActionName> = new Set(['fault', 'failCall', 'deny', 'kill', 'powerLoss', 'root']);

export async function perform(stage: Stage, action: Action): Promise<void> {
  if (stage.world.plan.isCalm === true && FAULTS.has(action.do)) return;
  await ACTIONS[action.do](stage, action);
  await stage.world.step(action.run);
}

/** Both sides do something to one path before either hears of the other. */
async function meet(
  stage: Stage,
  { folder, path, cell }: { folder: number; path: number; cell: number },
): Promise<void> {
  const here = CELLS[cell % CELLS.length] ?? 'none';
  const there = CELLS[Math.floor(cell / CELLS.length) % CELLS.length] ?? 'none';
  const isNewEnough = NEEDS_NOTHING.has(here) && NEEDS_NOTHING.has(there);
  const common = isNewEnough ? stage.commonFile(folder, path) : await stage.makeCommonFile(folder, path);
  const target = common ?? `new ${path % 5}`;
  stage.noteMeeting(here, there, common !== null || isNewEnough);
  doHere(stage.person(folder), here, target);
  stage.remoteKind(folder, there, target);
}

const NEEDS_NOTHING: ReadonlySet<Kind> = new Set(['none', 'create', 'edit']);

function doHere(person: Person, kind: Kind, path: string): void {
  const { user } = person;
  const isThere = person.files().includes(path);
  if (kind === 'none') return;
  person.attempt(() => {
    if (kind === 'create' && isThere) user.unlink(path);
    if (kind === 'create' || (kind === 'edit' && !isThere)) {
      person.makeWay(path);
      user.write(path, person.content(0));
    } else if (kind === 'edit') user.append(path, person.content(0));
    else if (kind === 'delete') user.unlink(path);
    else if (kind === 'rename') user.rename(path, `${path} renamed`);
    else if (kind === 'case') user.rename(path, otherCase(path));
    else if (kind === 'time') user.touch(path, 1_600_000_000_000);
    else person.toFolder(path);
  });
}
