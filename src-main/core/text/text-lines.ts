import { textOf } from '../search/text-kind.ts';

/** How the lines of a text end: all alike, in several ways, or there is only one, which does not end. */
export type LineEnd = 'lf' | 'crlf' | 'mixed' | 'none';

/** A text as its lines, without their ends, and what its bytes say beside them. */
export interface LinedText {
  readonly lines: readonly string[];
  readonly lineEnd: LineEnd;
  /** Its last line has an end. */
  readonly endsLine: boolean;
  /** It begins with a byte order mark. */
  readonly hasMark: boolean;
}

const MARK = '\uFEFF';

/** The text that bytes hold as UTF-8; null when they are none. A lone CR is part of its line. */
export function linedText(bytes: Uint8Array): LinedText | null {
  const text = textOf(bytes);
  if (text === null) return null;
  const lines = text === '' ? [] : text.split('\n');
  const endsLine = lines.at(-1) === '';
  if (endsLine) lines.pop();
  const ended = endsLine ? lines.length : lines.length - 1;
  const lineEnd = lineEndOf(lines.slice(0, Math.max(0, ended)));
  return {
    lines: lineEnd === 'crlf' ? lines.map((line, at) => (at < ended ? line.slice(0, -1) : line)) : lines,
    lineEnd,
    endsLine,
    hasMark: bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf,
  };
}

function lineEndOf(ended: readonly string[]): LineEnd {
  if (ended.length === 0) return 'none';
  const count = ended.filter((line) => line.endsWith('\r')).length;
  if (count === 0) return 'lf';
  return count === ended.length ? 'crlf' : 'mixed';
}

/** The bytes of lines that are ended as a text is. */
export function bytesOfLines(lines: readonly string[], like: Omit<LinedText, 'lines'>): Buffer {
  const end = like.lineEnd === 'crlf' ? '\r\n' : '\n';
  const last = like.endsLine && lines.length > 0 ? end : '';
  return Buffer.from((like.hasMark ? MARK : '') + lines.join(end) + last);
}
