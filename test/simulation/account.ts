import { isWithin, parentPath } from '../../src-main/core/folder/folder-entry.ts';
import { nameOf } from '../../src-main/core/library/path.ts';
import { Broken } from './broken.ts';
import { contentOf, type FlatTree, fileIdOf, flatDisk } from './contents.ts';
import { type LedgerCommit, LibraryLedger } from './library-ledger.ts';
import type { SimFolder } from './sim-folder.ts';
import { filesBelow, OWN_NAME } from './sim-node.ts';
import { authorOf, type SimWorld } from './sim-world.ts';

/** Deletions of fewer are never held. */
const FEW_FILES = 12;
const MOST_SHARE = 0.65;

/** More former names than any path has that people come across. */
const MOST_NAMES = 100;

const CONFLICT_PART = / \(SFConflict [^/]*?\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\)(?: \(\d+\))?/g;

/** What a person did with paths and contents in one folder. */
class Actions {
  readonly #folder: SimFolder;
  readonly #headSeq: () => number;
  /** Contents that a person took from a path, and the last commit that may tell of it. */
  readonly #gone = new Map<string, number>();
  /** Contents that a person put at a path, and the commits that may tell of it: once is enough. */
  readonly #made = new Map<string, { readonly after: number; until: number }>();
  /** From where to where a person moved what may be folders. */
  readonly #movedFolders: (readonly string[])[] = [];
  /** Files whose time a person set. */
  readonly #dated = new Set<string>();
  /** Contents that Keepfold took from a path, and that are nowhere since. */
  readonly #taken = new Set<string>();
  /** Paths that a person let go. */
  readonly #accepted = new Set<string>();
  #before: FlatTree['files'] = new Map();

  constructor(folder: SimFolder, headSeq: () => number) {
    this.#folder = folder;
    this.#headSeq = headSeq;
    folder.disk.listeners.push({
      before: () => {
        this.#before = flatDisk(folder.disk).files;
      },
      after: (actor, call, paths) => {
        this.#compare(actor === 'user');
        if (call === 'utimes') for (const path of paths) this.#dated.add(path);
        if (call === 'rename' && actor === 'user') this.#movedFolders.push(paths);
      },
    });
  }

  isGone(path: string, fileMark: string, seq: number): boolean {
    return seq <= (this.#gone.get(actionOf(path, fileMark)) ?? 0);
  }

  /** What was in a folder that a person moved went with it, whoever put it there meanwhile. */
  wentAlong(path: string, fileMark: string, { before, after }: LedgerCommit): boolean {
    return this.#movedFolders.some(([from = '', to = '']) => {
      const isFrom = path.startsWith(`${from}/`);
      if (isFrom && isSameContent(after, to + path.slice(from.length), fileMark)) return true;
      return path.startsWith(`${to}/`) && isSameContent(before, from + path.slice(to.length), fileMark);
    });
  }

  /** What a power loss took back is as a person left it, if a person made it. */
  noteRevived(): void {
    for (const entry of this.#folder.disk.root.entries.values()) {
      for (const { path, node } of filesBelow(entry.name, entry.node)) {
        const made = this.#made.get(actionOf(path, fileIdOf(node.bytes)));
        if (made !== undefined && node.isTouchedByUser) made.until = Number.POSITIVE_INFINITY;
      }
    }
  }

  /** A person wants these, folders or files, to be in the library again: they count as made now. */
  noteKept(paths: readonly string[]): void {
    for (const [path, mark] of flatDisk(this.#folder.disk).files) {
      if (!paths.some((kept) => isWithin(path, kept))) continue;
      this.#made.set(actionOf(path, mark), { after: this.#headSeq(), until: Number.POSITIVE_INFINITY });
    }
  }

  noteAccepted(paths: readonly string[]): void {
    for (const path of paths) this.#accepted.add(path);
  }

  /** Files that Keepfold took away since the last call without anybody who let them go. */
  takenUnasked(): string[] {
    const { files } = flatDisk(this.#folder.disk);
    const there = new Set<string>([...files.values()].map(contentOf));
    const taken = [...this.#taken].filter((action) => !there.has(contentIn(action))).map(pathIn);
    this.#taken.clear();
    return taken.filter((path) => ![...this.#accepted].some((accepted) => isWithin(path, accepted)));
  }

  isDated(path: string): boolean {
    return this.#dated.has(path);
  }

  isMade(path: string, fileMark: string, seq: number): boolean {
    const made = this.#made.get(actionOf(path, fileMark));
    if (made === undefined || seq > made.until) return false;
    if (seq > made.after) made.until = seq;
    return true;
  }

  #compare(isUser: boolean): void {
    const after = flatDisk(this.#folder.disk).files;
    for (const [path, mark] of this.#before) {
      if (after.get(path) !== mark) this.#note(isUser, { went: true, action: actionOf(path, mark) });
    }
    for (const [path, mark] of after) {
      if (this.#before.get(path) !== mark) this.#note(isUser, { went: false, action: actionOf(path, mark) });
    }
  }

  /** What Keepfold does undoes what a person did: it is no reason for anything any more. */
  #note(isUser: boolean, { went, action }: { went: boolean; action: string }): void {
    const forever = Number.POSITIVE_INFINITY;
    this.#noteTaken(isUser, { went, action });
    if (isUser && went) this.#gone.set(action, forever);
    else if (went) this.#endMade(action);
    // What was only displaced for a moment, or moved, is still what a person made.
    else if (isUser || this.#isTouched(action))
      this.#made.set(action, { after: this.#headSeq(), until: forever });
    if (!isUser && !went && this.#gone.get(action) === forever) this.#gone.set(action, this.#headSeq());
  }

  #noteTaken(isUser: boolean, { went, action }: { went: boolean; action: string }): void {
    // What is displaced may still come back or go.
    if (OWN_NAME.test(pathIn(action))) return;
    // The last of its content: what was written elsewhere before is there.
    const isElsewhere = () =>
      [...flatDisk(this.#folder.disk).files].some(
        ([path, mark]) => !OWN_NAME.test(path) && contentOf(mark) === contentIn(action),
      );
    if (!isUser && went && !isElsewhere()) this.#taken.add(action);
    if (!went) for (const taken of this.#taken) if (isSameFile(taken, action)) this.#taken.delete(taken);
  }

  #endMade(action: string): void {
    const made = this.#made.get(action);
    if (made?.until === Number.POSITIVE_INFINITY) made.until = this.#headSeq();
  }

  #isTouched(action: string): boolean {
    return this.#folder.disk.node(pathIn(action)).isTouchedByUser;
  }
}

function actionOf(path: string, fileMark: string): string {
  return `${path}\n${contentOf(fileMark)}`;
}

/** Whether both are of one path or one content. */
function isSameFile(a: string, b: string): boolean {
  const [path, content] = a.split('\n');
  return b.split('\n')[0] === path || b.split('\n')[1] === content;
}

function contentIn(action: string): string {
  return action.slice(action.indexOf('\n') + 1);
}

function pathIn(action: string): string {
  return action.slice(0, action.indexOf('\n'));
}

interface Destroyed {
  readonly folder: number;
  readonly path: string;
  readonly id: string;
  readonly headSeq: number;
}

/** Keeps account of what everybody did, and finds what nobody did. */
export class Account {
  readonly ledgers: ReadonlyMap<string, LibraryLedger>;
  readonly #world: SimWorld;
  readonly #actions: readonly Actions[];
  /** Contents that Keepfold let go, until it is known that history keeps them. */
  #destroyed: Destroyed[] = [];
  /** Paths from which files came to a path. */
  readonly #movedFrom = new Map<string, Set<string>>();
  /**
   * Calls failed, or the program died: what it did just before may look like a person's action then. Nothing may be lost
   * by that, but there may be a copy too many.
   */
  isFaulty = false;
  /** A person agreed to what looks like too many deletions. */
  isMassDeletionAccepted = false;

  constructor(world: SimWorld) {
    this.#world = world;
    this.ledgers = new Map(world.libraries.map((id) => [id, new LibraryLedger(id, world.machine)]));
    this.#actions = world.folders.map((folder, at) => new Actions(folder, () => this.ledgerOf(at).headSeq));
    for (const [number, folder] of world.folders.entries()) this.#watchDestruction(number, folder);
  }

  ledgerOf(folder: number): LibraryLedger {
    const ledger = this.ledgers.get(this.#world.libraryOf(folder));
    if (ledger === undefined) throw new Error(`folder ${folder} has no ledger`);
    return ledger;
  }

  /** What the library lost, a person puts back into it from this folder. */
  noteKept(folder: number, paths: readonly string[]): void {
    this.#actions[folder]?.noteKept(paths);
  }

  /** A person lets these, folders or files, go from the folder. */
  noteAccepted(folder: number, paths: readonly string[]): void {
    this.#actions[folder]?.noteAccepted(paths);
  }

  /** At rest: where every deletion is asked about, none went through unasked. @throws Broken */
  requireAsked(): void {
    const { askedFrom, isCalm, rule } = this.#world.plan;
    for (const [number, actions] of this.#actions.entries()) {
      const [path] = actions.takenUnasked();
      if (path === undefined || askedFrom !== 1 || isCalm !== true || rule !== 'exact') continue;
      throw new Broken(`"${path}" went from folder ${number}, and nobody was asked`);
    }
  }

  /** The disks are as a power loss left them. */
  noteRevived(): void {
    for (const actions of this.#actions) actions.noteRevived();
  }

  /** @throws Broken when something happened since the last call that must not happen */
  async check(): Promise<void> {
    const [failure] = this.#world.failures;
    if (failure !== undefined) throw new Broken(`failed: ${failure}`, { cause: failure });
    for (const ledger of this.ledgers.values()) {
      for (const commit of await ledger.catchUp()) this.#judge(ledger, commit);
    }
    for (const { folder, path, id, headSeq } of this.#destroyed) {
      if (!this.ledgerOf(folder).keeps(id, headSeq)) {
        throw new Broken(
          `content ${id.slice(0, 6)} of "${path}" in folder ${folder} is gone and was never kept`,
        );
      }
    }
    this.#destroyed = [];
  }

  #watchDestruction(number: number, folder: SimFolder): void {
    folder.disk.listeners.push({
      destroyed: (actor, node, path) => {
        if (actor === 'user' || !node.isTouchedByUser || node.bytes.length === 0) return;
        // Whoever deletes a file that was just put there deletes it, though a stand-in may still be its second name.
        if (node.isLetGo) return;
        // Written through an open handle after the engine's last look at a file that is displaced: nobody can see that.
        if (node.isWrittenUnseen) return;
        // Between the last stat and the rename that displaces a file, nothing tells such an edit from none.
        if (node.isEditedUnseen) return;
        const { headSeq } = this.ledgerOf(number);
        this.#destroyed.push({ folder: number, path, id: fileIdOf(node.bytes), headSeq });
      },
    });
  }

  #judge(ledger: LibraryLedger, commit: LedgerCommit): void {
    noteMoves(this.#movedFrom, commit);
    const folder = this.#world.folders.findIndex((_folder, number) => authorOf(number) === commit.author);
    const actions = this.#actions[folder];
    if (actions === undefined) return;
    const where = `commit ${commit.seq} of folder ${folder}`;
    // Of files that move about while somebody works on them, and on disks where one name stands for another, nobody can
    // say for certain who brought what where.
    const isTraceable = this.#movedFrom.size === 0 && this.#world.plan.rule === 'exact';
    if (isTraceable) this.#requireReasons(actions, commit, where);
    this.#requireNews(actions, commit, where);
    this.#requireHeld(ledger, commit, where);
  }

  /** What a folder takes from its library or brings to it, a person took or made there. */
  #requireReasons(actions: Actions, commit: LedgerCommit, where: string): void {
    const { before, after, seq } = commit;
    for (const [path, mark] of before.files) {
      if (isSameContent(after, path, mark) || this.#isGone(actions, { path, mark }, seq)) continue;
      if (actions.wentAlong(path, mark, commit)) continue;
      throw new Broken(`${where} takes "${path}" (${mark.slice(0, 6)}) away, which nobody did`);
    }
    for (const [path, mark] of after.files) {
      if (isSameContent(before, path, mark) || this.#isMade(actions, { path, mark }, seq)) continue;
      if (actions.wentAlong(path, mark, commit)) continue;
      throw new Broken(`${where} brings "${path}" (${mark.slice(0, 6)}), which nobody made there`);
    }
  }

  /** Nothing is only dated anew without a person who did. */
  #requireNews(actions: Actions, { before, after, seq }: LedgerCommit, where: string): void {
    for (const [path, stamp] of after.stamps ?? []) {
      const mark = after.files.get(path) ?? '';
      if (before.files.get(path) !== mark || before.stamps?.get(path) === stamp) continue;
      if (actions.isDated(path) || this.#isMade(actions, { path, mark }, seq)) continue;
      throw new Broken(`${where} only dates "${path}" anew, which nobody touched there`);
    }
  }

  #isGone(actions: Actions, { path, mark }: { path: string; mark: string }, seq: number): boolean {
    return this.#namesOf(path).some((name) => actions.isGone(name, mark, seq));
  }

  #isMade(actions: Actions, { path, mark }: { path: string; mark: string }, seq: number): boolean {
    return this.#namesOf(path).some((name) => actions.isMade(name, mark, seq));
  }

  /**
   * The path, without what marks a conflict, and the paths that it had before somebody moved the file: what a person
   * does to a file that is just being moved happens to it under its new name.
   */
  #namesOf(path: string): string[] {
    const names = new Set([path]);
    // A name that marks a conflict may itself be what a person called a file.
    for (const name of names) {
      for (const { 0: mark, index } of name.matchAll(CONFLICT_PART)) {
        names.add(name.slice(0, index) + name.slice(index + mark.length));
      }
    }
    for (const name of names) {
      // Folders that were moved into one another give ever longer names.
      if (names.size > MOST_NAMES) break;
      for (const before of this.#namesBefore(name)) names.add(before);
    }
    return [...names];
  }

  /** With any folder on its way under the name that it had before. */
  #namesBefore(name: string): string[] {
    const before: string[] = [];
    for (let dir = name; dir !== ''; dir = parentPath(dir)) {
      for (const from of this.#movedFrom.get(dir) ?? []) before.push(from + name.slice(dir.length));
    }
    return before;
  }

  #requireHeld({ libraryId }: LibraryLedger, { before, after }: LedgerCommit, where: string): void {
    const staying = new Set([...after.files.values()].map(contentOf));
    const lost = [...before.files].filter(([path, mark]) => {
      // A folder that somebody put in its place is an answer to the question whether the file was meant to go.
      return !after.files.has(path) && !after.dirs.has(path) && !staying.has(contentOf(mark));
    });
    // Half is what the folder counts in its own index, which others may just have made larger or smaller.
    const isMost = before.files.size >= FEW_FILES && lost.length >= before.files.size * MOST_SHARE;
    if (this.isMassDeletionAccepted || !isMost) return;
    throw new Broken(`${where} takes ${lost.length} of ${before.files.size} files from ${libraryId} unasked`);
  }
}

function isSameContent({ files }: FlatTree, path: string, fileMark: string): boolean {
  return contentOf(files.get(path) ?? '') === contentOf(fileMark);
}

/** Takes down which contents left one path and came to another in one commit. */
function noteMoves(movedFrom: Map<string, Set<string>>, { before, after }: LedgerCommit): void {
  for (const [to, mark] of after.files) {
    if (before.files.get(to) === mark) continue;
    for (const [from, other] of before.files) {
      if (contentOf(other) !== contentOf(mark) || after.files.get(from) === other) continue;
      noteMove(movedFrom, from, to);
    }
  }
}

/** A file that keeps its name in another folder may have come along with the folder. */
function noteMove(movedFrom: Map<string, Set<string>>, from: string, to: string): void {
  movedFrom.set(to, new Set([...(movedFrom.get(to) ?? []), from]));
  const isFolderMoved = nameOf(from) === nameOf(to) && parentPath(from) !== '' && parentPath(to) !== '';
  if (isFolderMoved) noteMove(movedFrom, parentPath(from), parentPath(to));
}
