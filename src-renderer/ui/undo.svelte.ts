import { createContext } from 'svelte';
import type { UndoneItemsJson as UndoneJson } from '../../src-shared/items-api.ts';
import { visibleName } from '../format/name.ts';
import { lastName } from '../format/path.ts';
import type { Problem } from '../format/problem.ts';
import { isWide, NOTHING_UNDONE, type UndoPreview } from '../format/removal.ts';
import { deletedFate } from '../format/retention.ts';
import { leftAloneText } from '../format/undo.ts';
import { t } from './messages.ts';
import type { Toasts } from './toasts.svelte.ts';

/** A commit that did something, by the names that the wire has for it. */
export interface DoneCommit {
  readonly library_id: string;
  readonly commit_id: string;
}

/** Something that a person did and can take back. */
export interface Undoable {
  /** What was done, as it is told at once. */
  readonly title: string;
  readonly text?: string;
  readonly tone?: 'plain' | 'good';
  /** The same as it is called later: `deleting “a.txt”`. */
  readonly action: string;
  /** The library that it was done in; null: in none, or the action itself says which. */
  readonly libraryId: string | null;
  /**
   * Commits, oldest first, or what takes it back; no commits: there is nothing to take back, and it is only told. Null:
   * nothing takes it back, and Ctrl+Z says so rather than take back what was done before it.
   */
  readonly back: readonly DoneCommit[] | (() => Promise<Problem | null>) | null;
  /** The library that it deleted, which may come back by other means. */
  readonly deletedLibraryId?: string;
}

/** What somebody has to look at before it is taken back. */
export interface UndoQuestion {
  /** The action and its place, as part of a sentence. */
  readonly what: string;
  readonly doneAtSeconds: number;
  /** What taking it back does. */
  readonly preview: UndoPreview;
  /** The folder on this computer from which the files go too; empty: none is linked. */
  readonly folderPath: string;
  readonly keepDays: number;
  readonly answer: (isWanted: boolean) => void;
}

/** A library as far as the words about an action in it need it. */
export interface ActionLibrary extends DeletionPlace {
  readonly name: string;
  readonly files: number;
}

/** One action that can be taken back. */
export interface OfferedUndo {
  /** It was not taken back yet, nor forgotten. */
  readonly isLeft: boolean;
  take(): void;
}

interface UndoDeps {
  readonly toasts: Toasts;
  /** Takes commits back; what came of it, or why it did not work. */
  readonly takeBack: (commits: readonly DoneCommit[]) => Promise<UndoneJson | Problem>;
  /** What taking commits back would do, or why that is not known. */
  readonly preview: (commits: readonly DoneCommit[]) => Promise<UndoPreview | Problem>;
  readonly library: (id: string) => ActionLibrary | null;
  /** The id of the library that is open; elsewhere what tells the screen from others. */
  readonly here: () => string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

interface Done extends Undoable {
  readonly place: string | null;
  readonly doneHere: string;
  readonly doneAt: number;
  readonly toastId: number | null;
  readonly isUnderWay: boolean;
}

type Action = Pick<Undoable, 'action' | 'libraryId'>;

// More than anybody goes back by heart.
const MOST_KEPT = 50;
/** What is longer ago nobody has in mind when pressing a key. */
const FRESH_MS = 5 * 60_000;

function isProblem(outcome: object | null): outcome is Problem {
  return outcome !== null && 'code' in outcome;
}

/**
 * All that a person did, wherever it was. Each action is told in a toast with Undo, and Ctrl+Z takes the last one back.
 * A person is asked first where that would surprise, or take much away.
 */
export class UndoStack {
  #question = $state.raw<UndoQuestion | null>(null);
  readonly #deps: UndoDeps;
  #done = $state.raw<readonly Done[]>([]);
  #taking: Promise<void> = Promise.resolve();

  constructor(deps: UndoDeps) {
    this.#deps = deps;
  }

  get question(): UndoQuestion | null {
    return this.#question;
  }

  offer(undoable: Undoable): void {
    const { title, text = '', tone = 'plain', back } = undoable;
    const { toasts } = this.#deps;
    if (back !== null && typeof back !== 'function' && back.length === 0) {
      toasts.show({ title, text, tone });
      return;
    }
    // The toast says what it is about, wherever one is by now.
    const action = { label: t('undo'), run: () => this.#take(done, false) };
    const toastId = toasts.show({ title, text, tone, ...(back === null ? {} : { action }) });
    const done = this.#record(undoable, { toastId, isUnderWay: false });
  }

  /** For what tells itself that it was done, and has a button for that: no toast says it again. */
  offerSilently(undoable: Undoable): OfferedUndo {
    const done = this.#record(undoable, { toastId: null, isUnderWay: false });
    const isLeft = () => this.#done.includes(done);
    return {
      get isLeft() {
        return isLeft();
      },
      take: () => this.#take(done, false),
    };
  }

  /**
   * Something that takes its time: until it is over, Ctrl+Z says that it is under way, and takes back nothing that was
   * done before it. The answer is called with what came of it; null: nothing was done.
   */
  begin(action: Action): (outcome: Undoable | null) => void {
    const begun = this.#record({ ...action, title: '', back: null }, { toastId: null, isUnderWay: true });
    return (outcome) => {
      this.#done = this.#done.filter((other) => other !== begun);
      if (outcome) this.offer(outcome);
    };
  }

  /** Takes back what was done last. False: there is nothing. */
  undoLast(): boolean {
    if (this.#question !== null) return true;
    const { toasts } = this.#deps;
    const last = this.#done.at(-1);
    if (last === undefined) {
      toasts.show({ title: t('nothingToUndo'), text: t('nothingToUndoText') });
      return false;
    }
    if (Array.isArray(last.back) && last.back.length === 0) {
      this.#done = this.#done.slice(0, -1);
      toasts.show({ title: t('isUndone', { what: whatOf(last) }) });
    } else if (last.back !== null) this.#take(last, this.#isSurprising(last));
    else toasts.show({ title: t(last.isUnderWay ? 'underWay' : 'cannotUndo', { what: whatOf(last) }) });
    return true;
  }

  /** A deleted library is back by other means: its deletion is offered no more, and Ctrl+Z says that it is undone. */
  noteRestored(libraryId: string): void {
    this.#done = this.#done.map((done) => {
      if (done.deletedLibraryId !== libraryId) return done;
      if (done.toastId !== null) this.#deps.toasts.dismiss(done.toastId);
      return { ...done, back: [] };
    });
  }

  #record(undoable: Undoable, state: Pick<Done, 'toastId' | 'isUnderWay'>): Done {
    const { library, here } = this.#deps;
    const { libraryId } = undoable;
    const place = libraryId === null ? null : (library(libraryId)?.name ?? null);
    const done: Done = { ...undoable, ...state, place, doneHere: here(), doneAt: this.#now() };
    this.#done = [...this.#done.slice(1 - MOST_KEPT), done];
    return done;
  }

  #now(): number {
    return (this.#deps.now ?? Date.now)();
  }

  #isSurprising({ libraryId, doneHere, doneAt }: Done): boolean {
    const here = this.#deps.here();
    return (here !== libraryId && here !== doneHere) || this.#now() - doneAt > FRESH_MS;
  }

  #take(done: Done, asks: boolean): void {
    if (!this.#done.includes(done)) return;
    this.#done = this.#done.filter((other) => other !== done);
    this.#taking = this.#taking.then(() => this.#takeOne(done, asks));
  }

  async #takeOne(done: Done, asks: boolean): Promise<void> {
    const { back } = done;
    const preview = Array.isArray(back) ? await this.#deps.preview(back) : NOTHING_UNDONE;
    if (isProblem(preview)) return this.#fail(done, preview);
    const isAsked = asks || isWide(preview.removal.files, this.#libraryOf(done)?.files ?? 0);
    if (isAsked && !(await this.#ask(done, preview))) this.#restore(done);
    else await this.#run(done, preview);
  }

  #libraryOf({ libraryId }: Done): ActionLibrary | null {
    return libraryId === null ? null : this.#deps.library(libraryId);
  }

  async #ask(done: Done, preview: UndoPreview): Promise<boolean> {
    const isWanted = await new Promise<boolean>((resolve) => {
      const doneAtSeconds = Math.floor(done.doneAt / 1000);
      const { folderPath, keepDays } = this.#placeOf(done);
      this.#question = { what: whatOf(done), doneAtSeconds, preview, folderPath, keepDays, answer: resolve };
    });
    this.#question = null;
    return isWanted;
  }

  async #run(done: Done, { removal }: UndoPreview): Promise<void> {
    const { toasts, takeBack } = this.#deps;
    const { back } = done;
    if (back === null) return;
    // What it offers is being done.
    if (done.toastId !== null) toasts.dismiss(done.toastId);
    const outcome = typeof back === 'function' ? await back() : await takeBack(back);
    if (isProblem(outcome)) return this.#fail(done, outcome);
    const what = whatOf(done);
    if (outcome === null || outcome.left_alone === 0) {
      if (outcome?.commits.length === 0) return void toasts.show({ title: t('isUndone', { what }) });
      const text = removal.files > 0 ? wentText(removal.files, this.#placeOf(done)) : '';
      return void toasts.show({ tone: 'good', title: t('undone', { what }), text });
    }
    const text = leftText(outcome);
    if (outcome.commits.length > 0) return void toasts.show({ title: t('undonePart', { what }), text });
    this.#restore(done);
    toasts.show({ tone: 'bad', title: t('notUndone', { what }), text });
  }

  #placeOf(done: Done): DeletionPlace {
    return this.#libraryOf(done) ?? { folderPath: '', keepDays: -1 };
  }

  #fail(done: Done, problem: Problem): void {
    // It can be tried again, and what was done before it is not reached instead.
    this.#restore(done);
    this.#deps.toasts.fail(t('notUndone', { what: whatOf(done) }), problem);
  }

  #restore(done: Done): void {
    this.#done = [...this.#done, done].toSorted((a, b) => a.doneAt - b.doneAt);
  }
}

/** What says where files go from, and whether anything of them stays. */
export interface DeletionPlace {
  /** The folder of this computer that is linked to the library; empty: none. */
  readonly folderPath: string;
  readonly keepDays: number;
}

/** Where files went from, and to: those of a linked folder lie on this very computer. */
export function wentText(count: number, { folderPath, keepDays }: DeletionPlace): string {
  if (keepDays === 0) {
    const went =
      folderPath === '' ? t('wentAway', { count }) : t('wentFromFolder', { count, path: folderPath });
    return `${went} ${deletedFate(count, keepDays)}`;
  }
  return folderPath === '' ? t('movedToTrash', { count }) : t('movedFromFolder', { count, path: folderPath });
}

/** More names than that are not read in the corner of a screen. */
const MOST_LEFT_NAMED = 2;

/** What an undo did not touch, and why. */
function leftText({ left, left_alone }: UndoneJson): string {
  const named = left.slice(0, MOST_LEFT_NAMED);
  const rows = named.map(({ path, reason }) =>
    t('leftItem', { name: visibleName(lastName(path)), reason: leftAloneText(reason) }),
  );
  const more = left_alone - named.length;
  return [...rows, ...(more > 0 ? [t('moreLeft', { count: more })] : [])].join(' ');
}

function whatOf({ action, place }: Done): string {
  return place === null ? action : t('actionIn', { action, place });
}

export const [getUndo, setUndo] = createContext<UndoStack>();
