import { isUtf8 } from 'node:buffer';
import { checkName, checkValue, type Fields, fieldsFrom, NO_FIELDS } from './fields.ts';
import { type RequestError, unreadableBody } from './request-error.ts';

/** No body of the interface is nested deeper than a few levels. */
const MAX_DEPTH = 32;

/**
 * The members of a JSON object as fields: scalars as text, null as absent, arrays as repeated fields, nested objects
 * as their JSON text.
 * @throws RequestError 400 for anything but one well-formed, shallow object without repeated keys.
 */
export function jsonFields(body: Buffer): Fields {
  if (body.length === 0) return NO_FIELDS;
  if (!isUtf8(body)) throw parseError('the body is not valid UTF-8');
  const text = body.toString('utf8');
  const shape = shapeProblem(text);
  if (shape !== null) throw parseError(shape);
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw parseError('an object is expected');
  return fieldsFrom(Object.entries(value).flatMap(([name, member]) => pairsOf(name, member)));
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
  if (Array.isArray(value))
    return value.filter((item) => item !== null).map((item) => [name, textOf(name, item)]);
  return [[name, textOf(name, value)]];
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw parseError('a number is out of range');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  checkValue(name, text);
  return text;
}

/** Tokens that matter for the shape: strings (with the colon that makes one a key), brackets and commas. */
const SHAPE = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/gs;

/** What is wrong with the nesting or the keys of a JSON text, found before it is parsed; null when nothing is. */
function shapeProblem(text: string): string | null {
  const keysOfOpen: Set<string>[] = [];
  for (const token of text.matchAll(SHAPE)) {
    if (token[0] === '{' || token[0] === '[') {
      keysOfOpen.push(new Set());
      if (keysOfOpen.length > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
    } else if (token[0] === '}' || token[0] === ']') {
      keysOfOpen.pop();
    } else if (token[2] !== undefined) {
      const problem = keyProblem(token[1] ?? '', keysOfOpen.at(-1));
      if (problem !== null) return problem;
    }
  }
  return null;
}

function keyProblem(quoted: string, known: Set<string> | undefined): string | null {
  const key = parse(quoted);
  if (typeof key !== 'string' || known === undefined) return 'the body is not valid JSON';
  checkName(key);
  if (known.has(key)) return 'a key is repeated';
  known.add(key);
  return null;
}
