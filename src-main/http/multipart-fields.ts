import { checkedPair, checkFieldCount, fieldsFrom, NO_FIELDS, type SentFields } from './fields.ts';
import { type RequestError, unreadableBody } from './request-error.ts';

const CRLF = Buffer.from('\r\n');
const BLANK_LINE = Buffer.from('\r\n\r\n');
/** A part of a form has two headers; this leaves room for long field names. */
const MAX_PART_HEADER_BYTES = 8 * 1024;

/**
 * The boundary a multipart content type names.
 * Qt clients send boundaries with braces and without quotes, so anything but a semicolon counts.
 * @throws RequestError 400 when there is none.
 */
export function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]*)"|([^;]*))/i.exec(contentType);
  const boundary = (match?.[1] ?? match?.[2] ?? '').trim();
  if (boundary === '' || boundary.length > 200) throw multipartError('Invalid boundary in multipart.');
  return boundary;
}

/**
 * The fields of a whole multipart form. Files are no part of it: calls that take files read their body as a stream.
 * The body is in memory and small, so being strict is cheap: what streaming parsers pass over (a missing end, invalid
 * UTF-8, a cut header) is refused here.
 * @throws RequestError 400, 413
 */
export function multipartFields(body: Buffer, boundary: string): SentFields {
  if (body.length === 0) return NO_FIELDS;
  const pairs: [string, string][] = [];
  for (const part of partsOf(body, boundary)) {
    pairs.push(pairOf(part));
    checkFieldCount(pairs.length);
  }
  return fieldsFrom(pairs);
}

function* partsOf(body: Buffer, boundary: string): Generator<Buffer> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // A delimiter includes the line break before it; the first may stand at the very start.
  const text = Buffer.concat([CRLF, body]);
  let at = text.indexOf(delimiter);
  for (;;) {
    if (at < 0) throw multipartError('The form is cut.');
    const after = at + delimiter.length;
    if (text.subarray(after, after + 2).equals(Buffer.from('--'))) return;
    const start = text.indexOf(CRLF, after);
    const next = text.indexOf(delimiter, start);
    const padding = start < 0 ? 'cut' : text.toString('latin1', after, start).trim();
    if (padding !== '' || next < 0) throw multipartError('The form is cut.');
    yield text.subarray(start, next);
    at = next;
  }
}

/** @param part headers and content, from the line break before the first header. */
function pairOf(part: Buffer): [string, string] {
  const end = part.indexOf(BLANK_LINE);
  if (end < 0 || end > MAX_PART_HEADER_BYTES) throw multipartError('A part has no headers.');
  const headers = part.toString('latin1', 0, end);
  const disposition = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(headers)?.[1];
  if (disposition === undefined) throw multipartError('A part has no content disposition.');
  if (/;\s*filename\*?=/i.test(disposition)) throw multipartError('A file is not expected here.');
  if (/^content-transfer-encoding:\s*(?!7bit|8bit|binary)/im.test(headers))
    throw multipartError('A part is encoded in a way that is not supported.');
  const name = /;\s*name=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  if (name === null) throw multipartError('A part has no name.');
  const plain =
    name[1] === undefined ? (name[2] ?? '') : name[1].replace(/\\(.)/g, '$1').replaceAll('%22', '"');
  return checkedPair(Buffer.from(plain, 'latin1'), part.subarray(end + BLANK_LINE.length));
}

function multipartError(reason: string): RequestError {
  return unreadableBody(`Multipart form parse error - ${reason}`);
}
