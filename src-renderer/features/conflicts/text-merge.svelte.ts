import type { ConflictJson, ConflictTextsJson } from '../../../src-shared/conflicts-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import type { Problem } from '../../format/problem.ts';
import { type Choice, firstChoice, type MergedTexts, type MergePlace, stretchesOf } from './line-merge.ts';

/** Both sides of a conflict that can be merged. */
interface BothTexts extends MergedTexts {
  readonly originalId: string;
  readonly copyId: string;
  readonly ancestorTime: number;
}

type Obstacle = Exclude<ConflictTextsJson['obstacle'], ''> | 'too-different';

export type MergeState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'obstacle'; readonly obstacle: Obstacle }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'ready'; readonly texts: BothTexts; readonly places: readonly MergePlace[] };

/** More than this is too much to decide one by one. */
const MOST_PLACES = 200;

/** One text being merged from both sides of a conflict. */
export class TextMerge {
  state = $state.raw<MergeState>({ kind: 'loading' });
  /** What is chosen at each place; null: still open. */
  choices = $state.raw<readonly (Choice | null)[]>([]);
  readonly #api: Pick<Api, 'call'>;
  readonly #conflict: ConflictJson;
  #worker: Worker | null = null;
  #asked = 0;

  constructor(api: Pick<Api, 'call'>, conflict: ConflictJson) {
    this.#api = api;
    this.#conflict = conflict;
  }

  readonly openCount: number = $derived(this.choices.filter((choice) => choice === null).length);

  /** The merged text as it stands; null where a place is open. */
  readonly lines: readonly (string | null)[] = $derived.by(() => {
    if (this.state.kind !== 'ready') return [];
    const { texts, places } = this.state;
    return places.flatMap((place, at): (string | null)[] => {
      const choice = this.choices[at] ?? null;
      if (choice === null) return [null];
      return stretchesOf([place], [choice]).flatMap(({ side, from, to }) => texts[side].slice(from, to));
    });
  });

  choose(place: number, choice: Choice): void {
    this.choices = this.choices.with(place, choice);
  }

  async load(): Promise<void> {
    this.stop();
    this.state = { kind: 'loading' };
    const asked = this.#asked;
    const { library_id, path } = this.#conflict;
    try {
      const texts = await this.#api.call('GET libraries/:library_id/conflicts/merge/', { library_id, path });
      if (asked === this.#asked) this.#take(texts);
    } catch (error) {
      if (asked === this.#asked) this.state = { kind: 'failed', problem: problemOf(error) };
    }
  }

  stop(): void {
    this.#asked += 1;
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** What is to be saved; null while a place is open. */
  order() {
    if (this.state.kind !== 'ready' || this.openCount > 0) return null;
    const { texts, places } = this.state;
    return {
      ...{ original_id: texts.originalId, copy_id: texts.copyId },
      pieces: stretchesOf(places, this.choices).map(({ side, from, to }) => `${side}:${from}-${to}`),
    };
  }

  #take({ obstacle, original, copy, ancestor }: ConflictTextsJson): void {
    if (obstacle !== '') this.state = { kind: 'obstacle', obstacle };
    if (original === null || copy === null || ancestor === null) return;
    const lines = { ancestor: ancestor.lines, original: original.lines, copy: copy.lines };
    const ids = { originalId: original.object_id, copyId: copy.object_id, ancestorTime: ancestor.time };
    const worker = new Worker(new URL('./merge-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data: places }: MessageEvent<MergePlace[] | null>) => {
      this.stop();
      const count = places?.filter(({ changedBy }) => changedBy !== 'none').length ?? 0;
      if (places === null || count > MOST_PLACES)
        this.state = { kind: 'obstacle', obstacle: 'too-different' };
      else {
        this.choices = places.map(firstChoice);
        this.state = { kind: 'ready', texts: { ...lines, ...ids }, places };
      }
    };
    worker.onerror = () => {
      this.stop();
      this.state = { kind: 'obstacle', obstacle: 'too-different' };
    };
    worker.postMessage(lines satisfies MergedTexts);
    this.#worker = worker;
  }
}
