import type { VersionJson } from '../../../src-shared/versions-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import type { Comparison } from '../../format/address.ts';
import { lastName } from '../../format/path.ts';
import { imageType, type PreviewKind, previewKind, textContent } from '../../format/preview-kind.ts';
import type { Problem } from '../../format/problem.ts';

/** One side of a comparison. */
export interface Side {
  readonly path: string;
  readonly commitId: string;
  readonly size: number;
}

export type PairContent =
  | { readonly kind: 'loading' }
  | { readonly kind: 'text'; readonly left: string; readonly right: string }
  | { readonly kind: 'images'; readonly left: string | null; readonly right: string }
  /** Texts of this size are compared only on request. */
  | { readonly kind: 'large'; readonly bytes: number }
  /** The contents cannot be shown, only facts about them. */
  | { readonly kind: 'facts'; readonly isTooLarge: boolean }
  | { readonly kind: 'failed'; readonly problem: Problem };

const ASKED_BYTES = 1_000_000;
const MOST_TEXT_BYTES = 20_000_000;

interface PairRequest {
  readonly libraryId: string;
  /** Null: the file was added. */
  readonly left: Side | null;
  readonly right: Side;
}

/** The contents of both sides, in a form that can be compared. */
export class ContentPair {
  #content = $state.raw<PairContent>({ kind: 'loading' });
  readonly #api: Pick<Api, 'files'>;
  #abort: AbortController | null = null;

  constructor(api: Pick<Api, 'files'>) {
    this.#api = api;
  }

  get content(): PairContent {
    return this.#content;
  }

  /** @param isWanted compare even when there is a lot to compare */
  async load(request: PairRequest, isWanted: boolean): Promise<void> {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const content = await this.#read(request, isWanted, abort.signal);
      if (abort.signal.aborted) release(content);
      else this.#content = content;
    } catch (error) {
      if (!abort.signal.aborted) this.#content = { kind: 'failed', problem: problemOf(error) };
    }
  }

  stop(): void {
    this.#abort?.abort();
    release(this.#content);
    this.#content = { kind: 'loading' };
  }

  async #read(request: PairRequest, isWanted: boolean, signal: AbortSignal): Promise<PairContent> {
    const { libraryId, left, right } = request;
    const largest = Math.max(left?.size ?? 0, right.size);
    const kind = previewKind(lastName(right.path), largest);
    const instead = insteadOfContents(kind, largest, isWanted);
    if (instead !== null) return instead;
    const bytesOf = (side: Side) =>
      this.#api.files.content(libraryId, side, { limit: Math.max(1, side.size), signal });
    const [before, after] = await Promise.all([left && bytesOf(left), bytesOf(right)]);
    if (kind === 'text') return textPair(before, after);
    const newer = imageUrl(after, right.path);
    return { kind: 'images', left: left && before && imageUrl(before, left.path), right: newer };
  }
}

/** What is shown instead of contents that are not fetched; null: they are fetched. */
function insteadOfContents(kind: PreviewKind, largest: number, isWanted: boolean): PairContent | null {
  if (kind === 'none') return { kind: 'facts', isTooLarge: false };
  if (kind === 'image') return null;
  if (largest > MOST_TEXT_BYTES) return { kind: 'facts', isTooLarge: true };
  return largest > ASKED_BYTES && !isWanted ? { kind: 'large', bytes: largest } : null;
}

function imageUrl(bytes: Uint8Array<ArrayBuffer>, path: string): string {
  return URL.createObjectURL(new Blob([bytes], { type: imageType(lastName(path)) }));
}

function textPair(before: Uint8Array | null, after: Uint8Array): PairContent {
  const left = before === null ? { text: '' } : textContent(before, false);
  const right = textContent(after, false);
  if (left === null || right === null) return { kind: 'facts', isTooLarge: false };
  return { kind: 'text', left: left.text, right: right.text };
}

function release(content: PairContent): void {
  if (content.kind !== 'images') return;
  URL.revokeObjectURL(content.right);
  if (content.left !== null) URL.revokeObjectURL(content.left);
}

/** Which two of a list of versions, newest first, are compared: positions in it; `left` −1 where nothing is older. */
export interface ComparedPair {
  readonly left: number;
  readonly right: number;
}

/** The pair that an address asks for; null while the list does not hold it. */
export function comparedPair(
  versions: readonly VersionJson[],
  { before, after }: Pick<Comparison, 'before' | 'after'>,
): ComparedPair | null {
  const placeOf = (commit: string) => versions.findIndex((version) => version.commit_id === commit);
  const right = after === null ? 0 : placeOf(after);
  if (right < 0 || versions.length === 0) return null;
  if (before === null) return { left: right + 1 < versions.length ? right + 1 : -1, right };
  const left = placeOf(before);
  if (left < 0) return null;
  return left > right ? { left, right } : { left: right, right: left };
}

/** The pair after one side is replaced; the other one moves where they would cross. */
export function pairWith(
  pair: ComparedPair,
  side: 'left' | 'right',
  { place, count }: { readonly place: number; readonly count: number },
): ComparedPair {
  if (side === 'left') return { left: place, right: Math.min(pair.right, Math.max(0, place - 1)) };
  return { right: place, left: Math.max(pair.left, Math.min(place + 1, count - 1)) };
}
