import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import { lastName } from '../../format/path.ts';
import { imageType, MOST_IMAGE_BYTES, previewKind, textContent } from '../../format/preview-kind.ts';
import type { Problem } from '../../format/problem.ts';
import { TextComparison } from './text-comparison.svelte.ts';

/** A file at a commit. */
export interface InlineSide {
  readonly path: string;
  readonly commitId: string;
  /** Null: not known. */
  readonly size: number | null;
}

export interface InlineRequest {
  readonly libraryId: string;
  readonly before: InlineSide | null;
  readonly after: InlineSide | null;
}

export type InlineContent =
  | { readonly kind: 'loading' }
  | { readonly kind: 'text'; readonly comparison: TextComparison }
  | { readonly kind: 'pictures'; readonly before: string | null; readonly after: string | null }
  /** It cannot be shown; with its size where it is too large. */
  | { readonly kind: 'none'; readonly bytes: number | null }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** Anything larger is left to the comparison page. */
const MOST_TEXT_BYTES = 256 * 1024;
/** Moving through a list must not fetch every file on the way. */
const REST_MS = 150;

/** What a file was before and after a change, shown beside a list: bounded in size, and read once the selection rests. */
export class InlinePair {
  #content = $state.raw<InlineContent>({ kind: 'loading' });
  readonly #api: Pick<Api, 'files'>;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Pick<Api, 'files'>) {
    this.#api = api;
  }

  get content(): InlineContent {
    return this.#content;
  }

  loadSoon(request: InlineRequest): void {
    this.stop();
    this.#timer = setTimeout(() => void this.#load(request), REST_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    release(this.#content);
    this.#content = { kind: 'loading' };
  }

  async #load(request: InlineRequest): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const content = await this.#read(request, abort.signal);
      if (abort.signal.aborted) release(content);
      else this.#content = content;
    } catch (error) {
      if (!abort.signal.aborted) this.#content = { kind: 'failed', problem: problemOf(error) };
    }
  }

  async #read({ libraryId, before, after }: InlineRequest, signal: AbortSignal): Promise<InlineContent> {
    const largest = Math.max(before?.size ?? 0, after?.size ?? 0);
    const name = lastName((after ?? before)?.path ?? '');
    const kind = previewKind(name, largest);
    if (kind === 'none') return { kind: 'none', bytes: null };
    const most = kind === 'image' ? MOST_IMAGE_BYTES : MOST_TEXT_BYTES;
    if (largest > most) return { kind: 'none', bytes: largest };
    const bytesOf = (side: InlineSide | null) =>
      side && this.#api.files.content(libraryId, side, { limit: most + 1, signal });
    const [old, now] = await Promise.all([bytesOf(before), bytesOf(after)]);
    const read = Math.max(old?.length ?? 0, now?.length ?? 0);
    if (read > most) return { kind: 'none', bytes: read };
    return kind === 'image'
      ? { kind: 'pictures', before: urlOf(old, name), after: urlOf(now, name) }
      : textsOf(old, now);
  }
}

function textsOf(old: Uint8Array | null, now: Uint8Array | null): InlineContent {
  const [left, right] = [textOf(old), textOf(now)];
  if (left === null || right === null) return { kind: 'none', bytes: null };
  const comparison = new TextComparison({ left, right });
  comparison.start();
  return { kind: 'text', comparison };
}

function urlOf(bytes: Uint8Array<ArrayBuffer> | null, name: string): string | null {
  return bytes && URL.createObjectURL(new Blob([bytes], { type: imageType(name) }));
}

/** Null: these bytes are no text. */
function textOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? '' : (textContent(bytes, false)?.text ?? null);
}

function release(content: InlineContent): void {
  if (content.kind === 'text') content.comparison.stop();
  if (content.kind !== 'pictures') return;
  for (const url of [content.before, content.after]) if (url !== null) URL.revokeObjectURL(url);
}
