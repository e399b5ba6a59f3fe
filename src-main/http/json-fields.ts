import { isUtf8 } from 'node:buffer';
import { checkName, checkValue, fieldsFrom, NO_FIELDS, type SentFields, type Structured } from './fields.ts';
import { type RequestError, unreadableBody } from './request-error.ts';

/** No body of the interface is nested deeper than a few levels. */
const MAX_DEPTH = 32;

/**
 * The members of a JSON object as fields: scalars as text, null as absent, arrays as repeated fields. An object inside
 * the object has no text, and neither has an array with an object, array or null in it: reading such a field is refused,
 * ignoring it is not.
 * @throws RequestError 400 for anything but one well-formed, shallow object without repeated keys.
 */
export function jsonFields(body: Buffer): SentFields {
  if (body.length === 0) return NO_FIELDS;
  if (!isUtf8(body)) throw parseError('the body is not valid UTF-8');
  const text = body.toString('utf8');
  const shape = shapeProblem(text);
  if (shape !== null) throw parseError(shape);
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw parseError('an object is expected');
  return fieldsOfObject(value);
}

function fieldsOfObject(value: object): SentFields {
  const members = Object.entries(value);
  const structured = members.flatMap(([name, member]): [string, Structured][] => {
    if (typeof member !== 'object' || member === null) return [];
    return [[name, Array.isArray(member) ? kindOfList(member) : fieldsOfObject(member)]];
  });
  return fieldsFrom(
    members.flatMap(([name, member]) => pairsOf(name, member)),
    new Map(structured),
  );
}

function kindOfList(list: readonly unknown[]): Structured {
  return list.every(isScalar) ? 'texts' : 'others';
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object';
}

function parseError(reason: string): RequestError {
  return unreadableBody(`JSON parse error - ${reason}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The engine's own message quotes the body; a constant one cannot leak a password into a log.
    throw parseError('the body is not valid JSON');
  }
}

function pairsOf(name: string, value: unknown): [string, string][] {
  checkName(name);
  if (value === null) return [];
  if (Array.isArray(value)) return value.filter(isScalar).map((item) => [name, textOf(name, item)]);
  return typeof value === 'object' ? [] : [[name, textOf(name, value)]];
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw parseError('a number is out of range');
  const text = String(value);
  checkValue(name, text);
  return text;
}

/** What is wrong with the nesting or the keys of a JSON text, found before it is parsed; null when nothing is. */
function shapeProblem(text: string): string | null {
  const keysOfOpen: Set<string>[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') {
      keysOfOpen.push(new Set());
      if (keysOfOpen.length > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
    } else if (character === '}' || character === ']') {
      keysOfOpen.pop();
    } else if (character === '"') {
      const end = endOfString(text, at);
      const problem = isKey(text, end) ? keyProblem(text.slice(at, end), keysOfOpen.at(-1)) : null;
      if (problem !== null) return problem;
      at = end - 1;
    }
  }
  return null;
}

/**
 * Just past the string that begins at `from`; the end of the text when it has no end. Looks at each character once: a
 * regular expression tries every way to end a string that has none, which takes minutes for a hostile megabyte.
 */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function isKey(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at++;
  return text[at] === ':';
}

function keyProblem(quoted: string, known: Set<string> | undefined): string | null {
  const key = parse(quoted);
  if (typeof key !== 'string' || known === undefined) return 'the body is not valid JSON';
  checkName(key);
  if (known.has(key)) return 'a key is repeated';
  known.add(key);
  return null;
}
