import type { IncomingHttpHeaders } from 'node:http';
import type { OpenedDownload } from '../../usecases/files/downloads.ts';
import { rangeAnswer } from './byte-range.ts';
import { fileHeaders, isUnchanged } from './file-headers.ts';

/** How a request for a file is answered. Bounds are inclusive. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** Which bytes to send; null: none. */
  readonly bytes: 'all' | { readonly first: number; readonly last: number } | null;
}

export function fileAnswer(
  { file, isEncrypted, content: { sizeBytes: size } }: OpenedDownload,
  request: IncomingHttpHeaders,
): FileAnswer {
  const headers = fileHeaders(file, isEncrypted);
  if (isUnchanged(request['if-none-match'], file.id)) return { status: 304, headers, bytes: null };
  const ifRange = String(request['if-range'] ?? file.id).replaceAll('"', '');
  // Encrypted content is opened from its beginning; a client that asked for a part gets all of it, which HTTP allows.
  const asked = ifRange === file.id && !isEncrypted ? request.range : undefined;
  const range = rangeAnswer(asked, size);
  if (range.kind === 'whole') {
    return { status: 200, headers: { ...headers, 'content-length': String(size) }, bytes: 'all' };
  }
  if (range.kind === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, bytes: null };
  }
  const { first, last } = range;
  const lengths = {
    'content-range': `bytes ${first}-${last}/${size}`,
    'content-length': String(last - first + 1),
  };
  return { status: 206, headers: { ...headers, ...lengths }, bytes: { first, last } };
}
