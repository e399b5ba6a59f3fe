import type { Api } from '../../api/api.ts';
import type { FilePlace } from '../../api/files.ts';
import { problemOf } from '../../api/problem.ts';
import { lastName } from '../../format/path.ts';
import {
  imageType,
  isPicture,
  MOST_IMAGE_BYTES,
  MOST_PDF_BYTES,
  playedKind,
  previewKind,
  SHOWN_TEXT_BYTES,
  textContent,
} from '../../format/preview-kind.ts';
import type { Problem } from '../../format/problem.ts';

/** A file to preview. */
export interface PreviewSubject extends FilePlace {
  readonly libraryId: string;
  readonly size: number;
}

export type Preview =
  | { readonly kind: 'loading' }
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'audio' | 'video' | 'pdf'; readonly url: string }
  /** There is no way to show it here. */
  | { readonly kind: 'none'; readonly why: 'unknown' | 'too-large' | 'only-large' | 'no-viewer' }
  | { readonly kind: 'failed'; readonly problem: Problem };

type LoadedKind = 'image' | 'text' | 'audio' | 'video' | 'pdf';

// Moving through a list with the arrow keys must not fetch every file on the way.
const SETTLE_MS = 120;

/** The preview of one file at a time. A fetch overtaken by another file is aborted. */
export class FilePreview {
  #shown = $state.raw<Preview>({ kind: 'loading' });
  readonly #api: Pick<Api, 'files'>;
  readonly #isLarge: boolean;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** @param isLarge there is room for documents */
  constructor(api: Pick<Api, 'files'>, isLarge: boolean) {
    this.#api = api;
    this.#isLarge = isLarge;
  }

  get shown(): Preview {
    return this.#shown;
  }

  /** Shows another file soon. */
  show(subject: PreviewSubject): void {
    this.#giveUp();
    const kind = wayToShow(subject, this.#isLarge);
    if (typeof kind !== 'string') {
      this.#replace(kind);
      return;
    }
    this.#replace({ kind: 'loading' });
    const abort = new AbortController();
    this.#abort = abort;
    this.#timer = setTimeout(() => void this.#load(subject, kind, abort.signal), SETTLE_MS);
  }

  /** Drops what is shown. */
  stop(): void {
    this.#giveUp();
    this.#replace({ kind: 'loading' });
  }

  #giveUp(): void {
    this.#abort?.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #load(subject: PreviewSubject, kind: LoadedKind, signal: AbortSignal): Promise<void> {
    try {
      const next = await this.#fetched(subject, kind, signal);
      if (!signal.aborted) this.#replace(next);
      else letGo(next);
    } catch (error) {
      if (!signal.aborted) this.#replace({ kind: 'failed', problem: problemOf(error) });
    }
  }

  async #fetched(subject: PreviewSubject, kind: LoadedKind, signal: AbortSignal): Promise<Preview> {
    const { files } = this.#api;
    // Audio and video are read as they play.
    if (kind === 'audio' || kind === 'video')
      return { kind, url: await files.address(subject.libraryId, subject) };
    const limit = LIMITS[kind];
    return previewOf(await files.content(subject.libraryId, subject, { limit, signal }), subject, kind);
  }

  #replace(next: Preview): void {
    letGo(this.#shown);
    this.#shown = next;
  }
}

// One byte more than is shown tells that there is more; the size in the row was written by a client.
const LIMITS = { image: MOST_IMAGE_BYTES, pdf: MOST_PDF_BYTES, text: SHOWN_TEXT_BYTES + 1 };

function letGo(preview: Preview): void {
  if (preview.kind === 'image' || preview.kind === 'pdf') URL.revokeObjectURL(preview.url);
}

/** How a file is shown, or why it is not. */
function wayToShow({ path, size }: PreviewSubject, isLarge: boolean): LoadedKind | Preview {
  const name = lastName(path);
  const played = playedKind(name);
  if (played === 'audio' || played === 'video') return played;
  if (played === 'pdf') {
    if (!navigator.pdfViewerEnabled) return { kind: 'none', why: 'no-viewer' };
    if (size > MOST_PDF_BYTES) return { kind: 'none', why: 'too-large' };
    return isLarge ? played : { kind: 'none', why: 'only-large' };
  }
  const kind = previewKind(name, size);
  if (kind !== 'none') return kind;
  return { kind, why: isPicture(name) ? 'too-large' : 'unknown' };
}

function previewOf(
  bytes: Uint8Array<ArrayBuffer>,
  { path }: PreviewSubject,
  kind: 'image' | 'pdf' | 'text',
): Preview {
  if (kind === 'image') {
    const blob = new Blob([bytes], { type: imageType(lastName(path)) });
    return { kind, url: URL.createObjectURL(blob) };
  }
  if (kind === 'pdf') {
    // Nothing else is shown in a frame, whatever its name: the browser's own viewer gets it, which runs nothing in our page.
    const isPdf = new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-');
    if (!isPdf) return { kind: 'none', why: 'unknown' };
    return { kind, url: URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' })) };
  }
  const isCut = bytes.byteLength > SHOWN_TEXT_BYTES;
  const content = textContent(bytes.subarray(0, SHOWN_TEXT_BYTES), isCut);
  return content === null ? { kind: 'none', why: 'unknown' } : { kind: 'text', text: content.text, isCut };
}
