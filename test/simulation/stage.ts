import { DomainError } from '../../src-main/core/errors.ts';
import { parentPath } from '../../src-main/core/folder/folder-entry.ts';
import type { LinkedFolderJson } from '../../src-shared/folders-api.ts';
import { Account } from './account.ts';
import { Broken } from './broken.ts';
import { flatDisk, textOfTree } from './contents.ts';
import type { Kind } from './meeting-cells.ts';
import { hotFolder, hotPath, otherCase } from './names.ts';
import { at, Person, unlock } from './person.ts';
import { requireAgreement, requireOrder } from './quiet.ts';
import { Remote } from './remote.ts';
import type { Sabotage } from './sabotage.ts';
import { OWNER } from './sim-process.ts';
import { SimWorld, type WorldPlan } from './sim-world.ts';

/** More than garbage has to be old. */
const DAY_MS = 25 * 60 * 60_000;

/** Longer than any wait of a linked folder: small ones are looked at every minute, and failures wait no longer. */
const LONG_MS = 150_000;

/** Long enough for a save to be in the library. */
const COMMON_MS = 1_500;

/** Rounds after which folders and libraries have to agree. */
const ROUNDS = 3;

/** A world with people in it and somebody who keeps account. */
export class Stage {
  readonly world: SimWorld;
  readonly account: Account;
  readonly remote: Remote;
  readonly #people: readonly Person[];
  readonly #far: Person;
  #isCollected = false;
  #isFaulty = false;
  /** How often what met what, by name. */
  readonly meetings = new Map<string, number>();

  static async open(plan: WorldPlan, sabotage: Sabotage = {}): Promise<Stage> {
    return new Stage(await SimWorld.open(plan, sabotage));
  }

  private constructor(world: SimWorld) {
    this.world = world;
    this.account = new Account(world);
    this.remote = new Remote(world);
    this.#people = world.folders.map((folder, number) => new Person(folder, `f${number}`));
    this.#far = new Person(world.folder(0), 'r');
  }

  /** Something failed since the last quiet. */
  get isFaulty(): boolean {
    return this.#isFaulty;
  }

  set isFaulty(isFaulty: boolean) {
    this.#isFaulty = isFaulty;
    if (isFaulty) this.account.isFaulty = true;
  }

  person(number: number): Person {
    const person = at(this.#people, number);
    if (person === undefined) throw new Error('a world without people');
    return person;
  }

  /** Whether the program knows that the folder has its mark. */
  isMarked(number: number): boolean {
    const id = at(this.world.folderIds, number);
    return id !== undefined && this.world.machine.tables.linkedFolders.find(id)?.isMarked === true;
  }

  /** A day later garbage is collected. */
  async collect(): Promise<void> {
    // What is stored and not yet committed is safe for a day, by the clock on the wall.
    if (!this.remote.isUploading) this.world.time.jump(DAY_MS);
    const { garbage } = this.world.process.services;
    await this.world.drive(garbage.collect(OWNER));
    this.#isCollected = true;
  }

  setReadOnly(folder: number, isReadOnly: boolean): void {
    const libraryId = this.world.libraryOf(folder % this.world.folders.length);
    this.world.machine.tables.libraryTable.setStatus(libraryId, isReadOnly ? 'read-only' : 'normal');
  }

  /** A program stores content now and commits it much later, as those that sync do. */
  upload(folder: number, x: number, y: number): void {
    const libraryId = this.world.libraryOf(folder % this.world.folders.length);
    this.remote.upload(libraryId, hotPath(x), this.#far.content(y));
  }

  async rescan(number: number): Promise<void> {
    const id = at(this.world.folderIds, number);
    if (id !== undefined) await this.world.process.linked.rescan(id);
  }

  /** A file that a folder and its library both have, with the same content. */
  commonFile(number: number, path: number): string | null {
    const folder = number % this.world.folders.length;
    const { files } = flatDisk(this.world.folder(folder).disk);
    const head = this.account.ledgerOf(folder).head.files;
    const common = [...files].filter(([name, mark]) => head.get(name) === mark).map(([name]) => name);
    return at(common.sort(), path) ?? null;
  }

  /** Such a file; where there is none, one that is made, if that comes through. */
  async makeCommonFile(number: number, path: number): Promise<string | null> {
    const known = this.commonFile(number, path);
    if (known !== null) return known;
    this.person(number).do('write', 2 * path + 1, path);
    await this.world.pass(COMMON_MS);
    await this.account.check();
    return this.commonFile(number, path);
  }

  /** A folder may not be written to any more, and its library takes a file out of it or puts another in its place. */
  deny(number: number, path: number, kind: number): void {
    const file = this.commonFile(number, path);
    if (file === null) return;
    const person = this.person(number);
    person.attempt(() => person.user.setMode(parentPath(file), 0o555));
    this.remoteKind(number, kind % 2 === 0 ? 'delete' : 'edit', file);
  }

  /** Counts it, unless it changes nothing because there is nothing to change. */
  noteMeeting(here: Kind, there: Kind, isMeant: boolean): void {
    if (!isMeant) return;
    const cell = `${here} × ${there}, ${this.isFaulty ? 'fault' : 'no fault'}`;
    this.meetings.set(cell, (this.meetings.get(cell) ?? 0) + 1);
  }

  remoteAction(number: number, x: number, y: number): void {
    const folder = number % this.world.folders.length;
    const libraryId = this.world.libraryOf(folder);
    const { head } = this.account.ledgerOf(folder);
    const file = at([...head.files.keys()].sort(), x);
    const dir = at([...head.dirs].sort(), x);
    const path = file !== undefined && y % 2 === 0 ? file : hotPath(x);
    const { remote } = this;
    const actions = [
      () => remote.write(libraryId, path, this.#far.content(y)),
      () => remote.write(libraryId, hotPath(x), this.#far.content(y)),
      () => file !== undefined && remote.remove(libraryId, file),
      () => dir !== undefined && remote.remove(libraryId, dir),
      () => remote.makeFolder(libraryId, hotFolder(x)),
      () => file !== undefined && remote.move(libraryId, file, hotPath(y)),
      () => dir !== undefined && remote.move(libraryId, dir, hotFolder(y)),
      () => file !== undefined && remote.move(libraryId, file, otherCase(file)),
      () => file !== undefined && remote.toggleProgram(libraryId, file, 1 + (y % 3)),
      () => remote.changeKind(libraryId, (y % 2 === 0 ? file : dir) ?? hotPath(x), this.#far.content(y)),
      () => remote.restore(libraryId, y % 3 === 0 ? '/' : `/${path}`, 1 + (x % 6)),
      () => file !== undefined && remote.touch(libraryId, file),
    ];
    actions[(x + y) % actions.length]?.();
  }

  remoteKind(number: number, kind: Kind, path: string): void {
    const libraryId = this.world.libraryOf(number % this.world.folders.length);
    const { remote } = this;
    const content = () => this.#far.content(0);
    const actions: Record<Kind, () => void> = {
      none: () => undefined,
      create: () => remote.write(libraryId, path, content()),
      edit: () => remote.write(libraryId, path, content()),
      delete: () => remote.remove(libraryId, path),
      rename: () => remote.move(libraryId, path, `${path} renamed far away`),
      kind: () => remote.changeKind(libraryId, path, content()),
      case: () => remote.move(libraryId, path, otherCase(path)),
      time: () => remote.touch(libraryId, path),
    };
    actions[kind]();
  }

  /** Lets everything come to an end and looks at what is there. @throws Broken */
  async quiet(): Promise<void> {
    this.#repair();
    await this.account.check();
    for (let round = 0; round < ROUNDS; round++) {
      await this.world.pass(LONG_MS);
      await this.account.check();
      // What cannot be put back, because something else has the place by now, is let go in the end.
      const answer = this.world.plan.seed % 2 === 0 || round > 0 ? 'accept' : 'revert';
      if (!(await this.#answerHeld(answer))) break;
    }
    await this.world.pass(LONG_MS);
    await this.account.check();
    this.account.isMassDeletionAccepted = false;
    this.isFaulty = false;
    await this.#rest();
    for (const number of this.world.folders.keys()) requireAgreement(this, number);
    this.account.requireAsked();
    await this.#requireNothingToDo();
    await requireOrder(this, this.#isCollected);
    this.#isCollected = false;
  }

  close(): void {
    this.world.close();
  }

  /** Both trees of every folder, for a person. */
  words(): string {
    const trees = this.world.folders.map((folder, number) => [
      `folder ${number}:`,
      ...textOfTree(flatDisk(folder.disk)),
      `its library:`,
      ...textOfTree(this.account.ledgerOf(number).head),
      JSON.stringify(this.world.process.linked.list()[number]?.problems),
    ]);
    return trees.flat().join('\n');
  }

  #repair(): void {
    this.world.machine.watcher.fault = 'none';
    for (const [number, folder] of this.world.folders.entries()) {
      folder.disarm();
      folder.presence = 'there';
      unlock(this.person(number));
      this.setReadOnly(number, false);
    }
  }

  /** What is blocked for good is tried again every minute; that is over in a moment. */
  async #rest(): Promise<void> {
    for (let tries = 0; tries < 10; tries++) {
      if (this.world.process.linked.list().every(({ state }) => state === 'idle')) return;
      await this.world.pass(1_000);
    }
  }

  /** A person says what becomes of files that the library lost, if anybody asks, and goes on with something else. */
  answerDepartures(number: number, answer: 'accept' | 'revert'): void {
    const which = number % this.world.folders.length;
    const folder = this.world.process.linked.list()[which];
    if (folder?.state !== 'held' || folder.held?.kind !== 'departures') return;
    this.#answer(which, folder, answer).catch((error: unknown) => {
      // Such as that the library takes nothing in now.
      if (!(error instanceof DomainError)) this.world.fail(error);
    });
  }

  #answer(number: number, { id, held }: LinkedFolderJson, answer: 'accept' | 'revert'): Promise<unknown> {
    if (held?.kind === 'departures')
      this.account[answer === 'revert' ? 'noteKept' : 'noteAccepted'](number, held.paths);
    return this.world.process.linked[answer](id, held?.token ?? '');
  }

  /** True when a person had to decide about deletions. */
  async #answerHeld(answer: 'accept' | 'revert'): Promise<boolean> {
    let isAsked = false;
    for (const number of this.world.folders.keys()) {
      // What the answer before did may have changed what this one asks.
      const folder = this.world.process.linked.list()[number];
      if (folder?.state !== 'held') continue;
      isAsked = true;
      if (answer === 'accept') this.account.isMassDeletionAccepted = true;
      await this.world.drive(this.#answer(number, folder, answer).catch(requireOutdated));
    }
    return isAsked;
  }

  /** Another scan finds nothing that is new, and writes nothing. */
  async #requireNothingToDo(): Promise<void> {
    const state = () => [
      ...[...this.account.ledgers.values()].map((ledger) => ledger.headSeq),
      ...this.world.folders.map(({ changingCalls }) => changingCalls),
    ];
    const before = state();
    for (const number of this.world.folders.keys()) await this.rescan(number);
    await this.world.pass(30_000);
    if (state().join() !== before.join())
      throw new Broken(`a second scan did something: ${before} → ${state()}`);
  }
}

/** The next round answers what is asked then. */
function requireOutdated(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'held-changed')) throw error;
}
