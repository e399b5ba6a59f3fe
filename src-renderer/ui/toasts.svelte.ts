import { createContext } from 'svelte';
import { errorSentence } from '../format/error-text.ts';
import type { Problem } from '../format/problem.ts';

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  readonly tone: 'plain' | 'good' | 'bad';
  readonly title: string;
  readonly text: string;
  readonly action: ToastAction | null;
}

export interface ToastRequest {
  readonly title: string;
  readonly text?: string;
  readonly tone?: Toast['tone'];
  readonly action?: ToastAction;
}

// More at once would cover the work they are about; the oldest is removed.
const MAX_TOASTS = 3;
const SHORT_MS = 5_000;
// An offer to undo, or a problem with its cause, takes longer to read and decide on.
const LONG_MS = 10_000;

/** Short messages in the corner. They disappear by themselves unless the pointer or focus is on them. */
export class Toasts {
  #toasts = $state.raw<readonly Toast[]>([]);
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  #nextId = 1;
  #held = false;

  get all(): readonly Toast[] {
    return this.#toasts;
  }

  /** Returns its id, for callers that may have to remove it early. */
  show({ title, text = '', tone = 'plain', action }: ToastRequest): number {
    const toast: Toast = { id: this.#nextId, tone, title, text, action: action ?? null };
    this.#nextId += 1;
    const kept = this.#toasts.slice(-(MAX_TOASTS - 1));
    for (const gone of this.#toasts) if (!kept.includes(gone)) this.#stopTimer(gone.id);
    this.#toasts = [...kept, toast];
    if (!this.#held) this.#startTimer(toast);
    return toast.id;
  }

  /** Shows what failed, why, and what helps. */
  fail(what: string, problem: Problem): void {
    this.show({ tone: 'bad', title: what, text: errorSentence(problem) });
  }

  dismiss(id: number): void {
    this.#stopTimer(id);
    this.#toasts = this.#toasts.filter((toast) => toast.id !== id);
    // What was pointed at or focused may be gone, and nothing else would ever release the others.
    if (this.#held) this.release();
  }

  /** Runs the action of a toast and removes the toast. */
  act(toast: Toast): void {
    this.dismiss(toast.id);
    toast.action?.run();
  }

  hold(): void {
    this.#held = true;
    for (const toast of this.#toasts) this.#stopTimer(toast.id);
  }

  release(): void {
    this.#held = false;
    for (const toast of this.#toasts) this.#startTimer(toast);
  }

  #startTimer(toast: Toast): void {
    const stayMs = toast.action || toast.tone === 'bad' ? LONG_MS : SHORT_MS;
    this.#stopTimer(toast.id);
    this.#timers.set(
      toast.id,
      setTimeout(() => this.dismiss(toast.id), stayMs),
    );
  }

  #stopTimer(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }
}

export const [getToasts, setToasts] = createContext<Toasts>();
