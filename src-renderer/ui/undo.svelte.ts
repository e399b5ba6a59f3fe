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

/** A commit that did something, by the names it has on the wire. */
export interface DoneCommit {
  readonly library_id: string;
  readonly commit_id: string;
}

/** Something that the user did and can undo. */
export interface Undoable {
  /** What was done, for the message right afterwards. */
  readonly title: string;
  readonly text?: string;
  readonly tone?: 'plain' | 'good';
  /** The same as it is named later: `deleting “a.txt”`. */
  readonly action: string;
  /** The library that it was done in; null: in none, or the action itself says which. */
  readonly libraryId: string | null;
  /**
   * Commits, oldest first, or a function that undoes it; no commits: there is nothing to undo, and it is only reported.
   * Null: it cannot be undone, and Ctrl+Z says so instead of undoing what was done before it.
   */
  readonly back: readonly DoneCommit[] | (() => Promise<Problem | null>) | null;
  /** The library that it deleted, which may come back by other means. */
  readonly deletedLibraryId?: string;
}

/** What the user has to confirm before it is undone. */
export interface UndoQuestion {
  /** The action and its place, as part of a sentence. */
  readonly what: string;
  readonly doneAtSeconds: number;
  /** What undoing it does. */
  readonly preview: UndoPreview;
  /** The folder on this computer which loses the files too; empty: none is linked. */
  readonly folderPath: string;
  readonly keepDays: number;
  readonly answer: (isWanted: boolean) => void;
}

/** What messages about an action in a library need to know about it. */
export interface ActionLibrary extends DeletionPlace {
  readonly name: string;
  readonly files: number;
}

/** One action that can be undone. */
export interface OfferedUndo {
  /** It was neither undone nor forgotten yet. */
  readonly isLeft: boolean;
  take(): void;
}

interface UndoDeps {
  readonly toasts: Toasts;
  /** Undoes commits; the result, or why it failed. */
  readonly takeBack: (commits: readonly DoneCommit[]) => Promise<UndoneJson | Problem>;
  /** What undoing commits would do, or why that is not known. */
  readonly preview: (commits: readonly DoneCommit[]) => Promise<UndoPreview | Problem>;
  readonly library: (id: string) => ActionLibrary | null;
  /** The id of the library that is open; elsewhere what identifies the screen. */
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

// More steps than a user can remember.
const MOST_KEPT = 50;
/** The user no longer has older actions in mind when pressing a key. */
const FRESH_MS = 5 * 60_000;

function isProblem(outcome: object | null): outcome is Problem {
  return outcome !== null && 'code' in outcome;
}

/**
 * Everything that the user did, on any screen. Each action is reported in a toast with Undo, and Ctrl+Z undoes the last one.
 * The user is asked first where that would surprise, or remove much.
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
    // The toast says what it is about, whatever screen is shown by now.
    const action = { label: t('undo'), run: () => this.#take(done, false) };
    const toastId = toasts.show({ title, text, tone, ...(back === null ? {} : { action }) });
    const done = this.#record(undoable, { toastId, isUnderWay: false });
  }

  /** For components that report it themselves and have an Undo button: no toast repeats it. */
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
   * Notes an action that takes a while: until it is over, Ctrl+Z says that it is under way, and undoes nothing that was done
   * before it. The returned function is called with the outcome; null: nothing was done.
   */
  begin(action: Action): (outcome: Undoable | null) => void {
    const begun = this.#record({ ...action, title: '', back: null }, { toastId: null, isUnderWay: true });
    return (outcome) => {
      this.#done = this.#done.filter((other) => other !== begun);
      if (outcome) this.offer(outcome);
    };
  }

  /** Undoes the last action. False: there is none. */
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

  /** A deleted library was restored by other means: Undo is no longer offered, and Ctrl+Z says that it is undone. */
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
    // What the toast offers is now being done.
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
    // It stays on the stack to be tried again, so Ctrl+Z does not skip to what was done before it.
    this.#restore(done);
    this.#deps.toasts.fail(t('notUndone', { what: whatOf(done) }), problem);
  }

  #restore(done: Done): void {
    this.#done = [...this.#done, done].toSorted((a, b) => a.doneAt - b.doneAt);
  }
}

/** Where files are removed from, and whether anything of them is kept. */
export interface DeletionPlace {
  /** The folder of this computer that is linked to the library; empty: none. */
  readonly folderPath: string;
  readonly keepDays: number;
}

/** Where files were removed from, and where they went: those of a linked folder are on this very computer. */
export function wentText(count: number, { folderPath, keepDays }: DeletionPlace): string {
  if (keepDays === 0) {
    const went =
      folderPath === '' ? t('wentAway', { count }) : t('wentFromFolder', { count, path: folderPath });
    return `${went} ${deletedFate(count, keepDays)}`;
  }
  return folderPath === '' ? t('movedToTrash', { count }) : t('movedFromFolder', { count, path: folderPath });
}

/** More names than this would not be read in the corner of a screen. */
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
