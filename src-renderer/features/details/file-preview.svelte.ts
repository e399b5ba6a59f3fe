import type { Api } from '../../api/api.ts';
import type { FilePlace } from '../../api/files.ts';
import { problemOf } from '../../api/problem.ts';
import { lastName } from '../../format/path.ts';
import {
  imageType,
  MOST_IMAGE_BYTES,
  type PreviewKind,
  previewKind,
  SHOWN_TEXT_BYTES,
  textContent,
} from '../../format/preview-kind.ts';
import type { Problem } from '../../format/problem.ts';

/** A file of which something is to be shown. */
export interface PreviewSubject extends FilePlace {
  readonly libraryId: string;
  readonly size: number;
}

export type Preview =
  | { readonly kind: 'loading' }
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'image'; readonly url: string }
  /** There is no way to show it here. */
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly problem: Problem };

// Who walks through a list with the arrow keys does not want every file on the way.
const SETTLE_MS = 120;

/** What is shown of one file at a time. What is overtaken by another file is given up. */
export class FilePreview {
  #shown = $state.raw<Preview>({ kind: 'loading' });
  readonly #api: Pick<Api, 'files'>;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(api: Pick<Api, 'files'>) {
    this.#api = api;
  }

  get shown(): Preview {
    return this.#shown;
  }

  /** Shows another file soon. */
  show(subject: PreviewSubject): void {
    this.#giveUp();
    const kind = previewKind(lastName(subject.path), subject.size);
    if (kind === 'none') {
      this.#replace({ kind });
      return;
    }
    this.#replace({ kind: 'loading' });
    const abort = new AbortController();
    this.#abort = abort;
    this.#timer = setTimeout(() => void this.#load(subject, kind, abort.signal), SETTLE_MS);
  }

  /** Lets go of what is shown. */
  stop(): void {
    this.#giveUp();
    this.#replace({ kind: 'loading' });
  }

  #giveUp(): void {
    this.#abort?.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #load(
    subject: PreviewSubject,
    kind: Exclude<PreviewKind, 'none'>,
    signal: AbortSignal,
  ): Promise<void> {
    // One byte more than is shown tells that there is more; what the row says of the size, somebody else wrote.
    const limit = kind === 'image' ? MOST_IMAGE_BYTES : SHOWN_TEXT_BYTES + 1;
    try {
      const bytes = await this.#api.files.content(subject.libraryId, subject, { limit, signal });
      if (!signal.aborted) this.#replace(previewOf(bytes, subject, kind));
    } catch (error) {
      if (!signal.aborted) this.#replace({ kind: 'failed', problem: problemOf(error) });
    }
  }

  #replace(next: Preview): void {
    if (this.#shown.kind === 'image') URL.revokeObjectURL(this.#shown.url);
    this.#shown = next;
  }
}

function previewOf(
  bytes: Uint8Array<ArrayBuffer>,
  { path }: PreviewSubject,
  kind: Exclude<PreviewKind, 'none'>,
): Preview {
  if (kind === 'image') {
    const blob = new Blob([bytes], { type: imageType(lastName(path)) });
    return { kind, url: URL.createObjectURL(blob) };
  }
  const isCut = bytes.byteLength > SHOWN_TEXT_BYTES;
  const content = textContent(bytes.subarray(0, SHOWN_TEXT_BYTES), isCut);
  return content === null ? { kind: 'none' } : { kind: 'text', text: content.text, isCut };
}
