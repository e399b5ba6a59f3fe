import { createContext } from 'svelte';
import type { Problem } from '../format/problem.ts';
import { isWide, NOTHING_REMOVED, type Removal } from '../format/removal.ts';
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
  readonly deed: string;
  /** The library that it was done in; null: in none, or the deed itself says which. */
  readonly libraryId: string | null;
  /** Commits, oldest first, or what takes it back; no commits: there is nothing to take back, and it is only told. */
  readonly back: readonly DoneCommit[] | (() => Promise<Problem | null>);
}

/** What somebody has to look at before it is taken back. */
export interface UndoQuestion {
  /** The deed and its place, as part of a sentence. */
  readonly what: string;
  readonly doneAtSeconds: number;
  readonly removal: Removal;
  readonly answer: (isWanted: boolean) => void;
}

interface UndoDeps {
  readonly toasts: Toasts;
  /** Takes commits back; how many items were left alone because they changed since, or why it did not work. */
  readonly takeBack: (commits: readonly DoneCommit[]) => Promise<number | Problem>;
  /** What taking commits back would take away, or why that is not known. */
  readonly foresee: (commits: readonly DoneCommit[]) => Promise<Removal | Problem>;
  readonly library: (id: string) => { readonly name: string; readonly files: number } | null;
  /** The id of the library that is open; elsewhere what tells the screen from others. */
  readonly here: () => string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

interface Done extends Undoable {
  readonly place: string | null;
  readonly doneHere: string;
  readonly doneAt: number;
  readonly toastId: number;
}

// More than anybody goes back by heart.
const MOST_KEPT = 50;
/** What is longer ago nobody has in mind when pressing a key. */
const FRESH_MS = 5 * 60_000;

function isProblem(outcome: object | number | null): outcome is Problem {
  return typeof outcome === 'object' && outcome !== null && 'code' in outcome;
}

/**
 * All that a person did, wherever it was. Each deed is told in a toast with Undo, and Ctrl+Z takes the last one back.
 * A person is asked first where that would surprise, or take much away.
 */
export class UndoStack {
  #question = $state.raw<UndoQuestion | null>(null);
  readonly #deps: UndoDeps;
  #done: readonly Done[] = [];
  #taking: Promise<void> = Promise.resolve();

  constructor(deps: UndoDeps) {
    this.#deps = deps;
  }

  get question(): UndoQuestion | null {
    return this.#question;
  }

  offer(undoable: Undoable): void {
    const { title, text = '', tone = 'plain', back, libraryId } = undoable;
    const { toasts, library, here } = this.#deps;
    if (typeof back !== 'function' && back.length === 0) {
      toasts.show({ title, text, tone });
      return;
    }
    const place = libraryId === null ? null : (library(libraryId)?.name ?? null);
    const made = { ...undoable, place, doneHere: here(), doneAt: this.#now() };
    // The toast says what it is about, wherever one is by now.
    const action = { label: t('undo'), run: () => this.#take(done, false) };
    const done: Done = { ...made, toastId: toasts.show({ title, text, tone, action }) };
    this.#done = [...this.#done.slice(1 - MOST_KEPT), done];
  }

  /** Takes back what was done last. False: there is nothing. */
  undoLast(): boolean {
    if (this.#question !== null) return true;
    const last = this.#done.at(-1);
    if (last) this.#take(last, this.#isSurprising(last));
    return last !== undefined;
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
    const { back, libraryId } = done;
    const { foresee, library } = this.#deps;
    const removal = typeof back === 'function' ? NOTHING_REMOVED : await foresee(back);
    if (isProblem(removal)) return this.#fail(done, removal);
    const ofLibrary = libraryId === null ? 0 : (library(libraryId)?.files ?? 0);
    const isAsked = asks || isWide(removal.files, ofLibrary);
    if (isAsked && !(await this.#ask(done, removal))) this.#putBack(done);
    else await this.#run(done, removal);
  }

  async #ask(done: Done, removal: Removal): Promise<boolean> {
    const isWanted = await new Promise<boolean>((resolve) => {
      const doneAtSeconds = Math.floor(done.doneAt / 1000);
      this.#question = { what: whatOf(done), doneAtSeconds, removal, answer: resolve };
    });
    this.#question = null;
    return isWanted;
  }

  async #run(done: Done, removal: Removal): Promise<void> {
    const { toasts, takeBack } = this.#deps;
    const { back } = done;
    // What it offers is being done.
    toasts.dismiss(done.toastId);
    const outcome = typeof back === 'function' ? await back() : await takeBack(back);
    if (isProblem(outcome)) return this.#fail(done, outcome);
    const leftAlone = outcome ?? 0;
    const text = [
      removal.files > 0 ? t('movedToTrash', { count: removal.files }) : '',
      leftAlone > 0 ? t('leftAsItIs', { count: leftAlone }) : '',
    ];
    toasts.show({
      tone: 'good',
      title: t('undone', { what: whatOf(done) }),
      text: text.filter((part) => part !== '').join(' '),
    });
  }

  #fail(done: Done, problem: Problem): void {
    // Nobody has answered, so it can be tried again.
    if (problem.code === 'unreachable') this.#putBack(done);
    this.#deps.toasts.fail(t('notUndone', { what: whatOf(done) }), problem);
  }

  #putBack(done: Done): void {
    this.#done = [...this.#done, done].toSorted((a, b) => a.doneAt - b.doneAt);
  }
}

function whatOf({ deed, place }: Done): string {
  return place === null ? deed : t('deedIn', { deed, place });
}

export const [getUndo, setUndo] = createContext<UndoStack>();
