import { parentPath } from '../../src-main/core/folder/folder-entry.ts';
import { codeOf } from '../../src-main/folder/disk/disk-error.ts';
import { flatDisk } from './contents.ts';
import { hotFolder, hotPath, otherCase } from './names.ts';
import type { SimFolder } from './sim-folder.ts';
import { OWN_NAME } from './sim-node.ts';
import type { UserFile } from './sim-user.ts';

/** The mark of a linked folder, which people leave alone. */
const MARKER = '.keepfold-folder';

/** The number of a thing, taken modulo what there is. */
export function at<T>(items: readonly T[], number: number): T | undefined {
  return items.length === 0 ? undefined : items[number % items.length];
}

/** Somebody at a linked folder. Whatever cannot be done is left. */
export class Person {
  readonly #folder: SimFolder;
  readonly #actor: string;
  #count = 0;
  #open: UserFile | null = null;

  constructor(folder: SimFolder, actor: string) {
    this.#folder = folder;
    this.#actor = actor;
  }

  /** A content that nobody ever wrote before; the kind decides its size. */
  content(kind: number): Buffer {
    const token = `${this.#actor}:${++this.#count};`;
    const sizes = [0, 8, 16, 17, 40];
    return kind % 8 === 7 ? Buffer.alloc(0) : Buffer.from(token.padEnd(sizes[kind % 5] ?? 0, '.'));
  }

  files(): string[] {
    return [...flatDisk(this.#folder.disk).files.keys()].filter(isOfPeople).sort();
  }

  folders(): string[] {
    return [...flatDisk(this.#folder.disk).dirs].sort();
  }

  /** An existing file or, half of the time, any path. */
  path(number: number): string {
    return (number % 2 === 0 ? at(this.files(), number >> 1) : undefined) ?? hotPath(number >> 1);
  }

  do(action: LocalAction, x: number, y: number): void {
    this.attempt(() => ACTIONS[action](this, x, y));
  }

  /** Leaves what the system does not let her do. */
  attempt(work: () => void): void {
    if (this.#folder.presence !== 'there') return;
    try {
      work();
    } catch (error) {
      if (codeOf(error) === '') throw error;
    }
  }

  /** Does something to a path that Keepfold is about to do something to. */
  meddle(path: string, kind: number): void {
    if (path === '' || !isOfPeople(path)) return;
    const actions = [
      () => this.user.write(path, this.content(kind)),
      () => this.user.save(path, this.content(kind)),
      () => this.user.unlink(path),
      () => this.user.makeFolder(path),
      () => this.user.rename(path, `${path} meddled`),
    ];
    const action = at(actions, kind);
    if (action !== undefined) this.attempt(action);
  }

  toFolder(path: string): void {
    this.user.unlink(path);
    this.user.makeFolder(path);
    this.user.write(`${path}/inside`, this.content(0));
  }

  get user() {
    return this.#folder.user;
  }

  get disk() {
    return this.#folder.disk;
  }

  /** Folders on the way, as `mkdir -p` makes them. */
  makeWay(path: string): void {
    const dir = parentPath(path);
    if (dir === '') return;
    this.makeWay(dir);
    try {
      this.user.makeFolder(dir);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }

  openFile(path: string): void {
    this.#open?.close();
    this.#open = this.user.open(path);
  }

  writeOpenFile(bytes: Buffer): void {
    this.#open?.append(bytes);
  }
}

function isOfPeople(path: string): boolean {
  return path !== MARKER && !OWN_NAME.test(path);
}

type Action = (person: Person, x: number, y: number) => void;

/** An existing file, or none: then nothing is done. */
function withFile(person: Person, x: number, work: (path: string) => void): void {
  const path = at(person.files(), x);
  if (path !== undefined) work(path);
}

function withFolder(person: Person, x: number, work: (path: string) => void): void {
  const path = at(person.folders(), x);
  if (path !== undefined) work(path);
}

const ACTIONS = {
  write(person, x, y) {
    const path = person.path(x);
    person.makeWay(path);
    person.user.write(path, person.content(y));
  },
  append: (person, x, y) => withFile(person, x, (path) => person.user.append(path, person.content(y))),
  truncate: (person, x, y) => withFile(person, x, (path) => person.user.truncate(path, y % 20)),
  save(person, x, y) {
    const path = person.path(x);
    person.makeWay(path);
    person.user.save(path, person.content(y));
  },
  unseen: (person, x, y) =>
    withFile(person, x, (path) => {
      const { sizeBytes } = person.disk.lstat(path);
      const fresh = person.content(y).toString().padEnd(sizeBytes, ',').slice(0, sizeBytes);
      person.user.editUnseen(path, Buffer.from(fresh));
    }),
  touch: (person, x, y) =>
    withFile(person, x, (path) => person.user.touch(path, TIMES_MS[y % TIMES_MS.length] ?? 0)),
  remove: (person, x) => withFile(person, x, (path) => person.user.unlink(path)),
  removeTree: (person, x) => withFolder(person, x, (path) => person.user.removeTree(path)),
  removeAll: (person) => {
    for (const path of person.files()) person.user.unlink(path);
    for (const path of person.folders().reverse()) person.user.removeFolder(path);
  },
  rename: (person, x, y) =>
    withFile(person, x, (from) => {
      const to = person.path(y);
      person.makeWay(to);
      person.user.rename(from, to);
    }),
  moveTree: (person, x, y) =>
    withFolder(person, x, (from) => {
      const to = hotFolder(y);
      person.makeWay(to);
      person.user.rename(from, to);
    }),
  changeCase: (person, x) => withFile(person, x, (path) => person.user.rename(path, otherCase(path))),
  swap: (person, x, y) => rotate(person, [at(person.files(), x), at(person.files(), x + 1 + y)]),
  cycle: (person, x, y) =>
    rotate(person, [at(person.files(), x), at(person.files(), x + 1), at(person.files(), x + 2 + y)]),
  toFolder: (person, x) => withFile(person, x, (path) => person.toFolder(path)),
  toFile: (person, x, y) =>
    withFolder(person, x, (path) => {
      person.user.removeTree(path);
      person.user.write(path, person.content(y));
    }),
  toLink: (person, x) =>
    withFile(person, x, (path) => {
      person.user.unlink(path);
      person.user.makeLink(path, 'nowhere');
    }),
  toFifo: (person, x) =>
    withFile(person, x, (path) => {
      person.user.unlink(path);
      person.user.makeFifo(path);
    }),
  makeFolder(person, x) {
    const path = hotFolder(x);
    person.makeWay(path);
    person.user.makeFolder(path);
  },
  link: (person, x, y) => withFile(person, x, (path) => person.user.link(path, person.path(y))),
  open: (person, x) => withFile(person, x, (path) => person.openFile(path)),
  writeOpen: (person, _x, y) => person.writeOpenFile(person.content(y)),
  setProgram: (person, x) =>
    withFile(person, x, (path) => person.user.setMode(path, person.disk.lstat(path).mode ^ 0o100)),
  lock(person, x, y) {
    const path = y % 2 === 0 ? at(person.files(), x) : at(person.folders(), x);
    if (path !== undefined) person.user.setMode(path, [0o000, 0o555, 0o333][y % 3] ?? 0);
  },
  fill(person, x, y) {
    for (let number = 0; number < 12; number++) {
      const path = `d/many ${(x + number) % 20}`;
      person.makeWay(path);
      person.user.write(path, person.content(y));
    }
  },
} satisfies Record<string, Action>;

/** What a person or a program does. */
export type LocalAction = keyof typeof ACTIONS;

/** The epoch, before it, beyond 32 bits, and a time like any other. */
const TIMES_MS = [0, -86_400_000, 32_503_680_000_000, 1_700_000_000_500];

/** Each file takes the place of the next one. */
function rotate(person: Person, paths: readonly (string | undefined)[]): void {
  const distinct = [...new Set(paths.filter((path) => path !== undefined))];
  const [first] = distinct;
  if (first === undefined || distinct.length < 2) return;
  const displaced = `${first}.swap`;
  person.user.rename(first, displaced);
  for (let index = 1; index < distinct.length; index++) {
    person.user.rename(distinct[index] ?? '', distinct[index - 1] ?? '');
  }
  person.user.rename(displaced, distinct.at(-1) ?? '');
}

/** What a person repairs before everything has to be in order. */
export function unlock(person: Person): void {
  const waiting = [person.disk.root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === 'dir' || node.kind === 'file') node.mode |= node.kind === 'dir' ? 0o700 : 0o600;
    for (const entry of node.entries.values()) waiting.push(entry.node);
  }
}
