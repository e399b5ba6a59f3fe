import { changeStarts, type DiffMode, diffRows } from './diff-rows.ts';
import { type LineRun, linesOf } from './line-diff.ts';

/** Two texts and how one became the other; they are compared in a worker. */
export class TextComparison {
  readonly left: readonly string[];
  readonly right: readonly string[];
  #runs = $state.raw<readonly LineRun[] | null>(null);
  #mode = $state.raw<DiffMode>('inline');
  #opened = $state.raw<ReadonlySet<number>>(new Set());
  #ignoresSpace = $state.raw(false);
  #worker: Worker | null = null;

  readonly rows = $derived.by(() =>
    this.#runs === null ? [] : diffRows(this.#runs, { mode: this.#mode, opened: this.#opened }),
  );

  readonly starts = $derived.by(() => changeStarts(this.rows));

  constructor(texts: { readonly left: string; readonly right: string }) {
    this.left = linesOf(texts.left);
    this.right = linesOf(texts.right);
  }

  get isReady(): boolean {
    return this.#runs !== null;
  }

  get isSame(): boolean {
    return this.#runs?.every(({ kind }) => kind === 'same') ?? false;
  }

  get mode(): DiffMode {
    return this.#mode;
  }

  get ignoresSpace(): boolean {
    return this.#ignoresSpace;
  }

  /** Lines that only one of the texts has. */
  count(kind: 'added' | 'removed'): number {
    return (this.#runs ?? []).reduce((sum, run) => sum + (run.kind === kind ? run.count : 0), 0);
  }

  setMode(mode: DiffMode): void {
    this.#mode = mode;
  }

  setIgnoresSpace(ignoresSpace: boolean): void {
    this.#ignoresSpace = ignoresSpace;
    this.start();
  }

  /** Shows the unchanged lines that begin with this one of the left text. */
  openGap(left: number): void {
    this.#opened = new Set([...this.#opened, left]);
  }

  start(): void {
    this.stop();
    this.#opened = new Set();
    const worker = new Worker(new URL('./diff-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<LineRun[]>) => {
      this.#runs = data;
      this.stop();
    };
    worker.postMessage({ left: this.left, right: this.right, ignoresSpace: this.#ignoresSpace });
    this.#worker = worker;
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
