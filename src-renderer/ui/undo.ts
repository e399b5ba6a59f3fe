import { createContext } from 'svelte';
import type { Problem } from '../format/problem.ts';
import { t } from './messages.ts';
import type { Toasts } from './toasts.svelte.ts';

/** A commit that did something, by the names that the wire has for it. */
interface DoneCommit {
  readonly library_id: string;
  readonly commit_id: string;
}

/** Something that was done and can be taken back. */
export interface Undoable {
  readonly title: string;
  readonly text?: string;
  /** Oldest first; none: there is nothing to take back, and only the title is told. */
  readonly commits: readonly DoneCommit[];
}

interface UndoDeps {
  readonly toasts: Toasts;
  /** Takes commits back; how many items were left alone because they changed since, or why it did not work. */
  readonly takeBack: (commits: readonly DoneCommit[]) => Promise<number | Problem>;
}

// More than anybody goes back by heart.
const MOST_KEPT = 50;

/** What was done last; each is told in a toast with Undo, and Ctrl+Z takes the last one back. */
export class UndoStack {
  readonly #deps: UndoDeps;
  #done: readonly Undoable[] = [];

  constructor(deps: UndoDeps) {
    this.#deps = deps;
  }

  offer(done: Undoable): void {
    const { title, text = '', commits } = done;
    if (commits.length === 0) {
      this.#deps.toasts.show({ title, text });
      return;
    }
    this.#done = [...this.#done.slice(1 - MOST_KEPT), done];
    this.#deps.toasts.show({ title, text, action: { label: t('undo'), run: () => void this.#take(done) } });
  }

  /** Takes back what was done last. False: there is nothing. */
  undoLast(): boolean {
    const last = this.#done.at(-1);
    if (last) void this.#take(last);
    return last !== undefined;
  }

  async #take(done: Undoable): Promise<void> {
    if (!this.#done.includes(done)) return;
    this.#done = this.#done.filter((other) => other !== done);
    const outcome = await this.#deps.takeBack(done.commits);
    const { toasts } = this.#deps;
    if (typeof outcome !== 'number') {
      toasts.fail(t('notUndone', { title: done.title }), outcome);
      return;
    }
    const text = outcome === 0 ? '' : t('leftAsItIs', { count: outcome });
    toasts.show({ tone: 'good', title: t('undone', { title: done.title }), text });
  }
}

export const [getUndo, setUndo] = createContext<UndoStack>();
