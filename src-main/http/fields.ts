import { isUtf8 } from 'node:buffer';
import { DomainError } from '../core/errors.ts';
import { bodyTooLarge, unreadableBody, unreadableField } from './request-error.ts';

/** Named text values of a query, a form or a JSON object, as they came. */
export interface SentFields {
  /** In sent order, each once. */
  names(): readonly string[];
  has(name: string): boolean;
  /**
   * The value of a field that stands for one thing; undefined when absent.
   * @throws DomainError `argument-invalid` when the field was given more than once.
   */
  text(name: string): string | undefined;
  /**
   * All values of a field in sent order; empty when absent.
   * @throws DomainError `argument-invalid` for an object, and for a list with an object, list or null in it: leaving that out
   * would change the meaning of the request.
   */
  list(name: string): readonly string[];
  /** The scalars of a JSON object inside the JSON object; undefined when the field is no such object. */
  nested(name: string): SentFields | undefined;
}

/** Far above any form of the interface, and few enough that hostile ones cost nothing. */
const MAX_FIELDS = 100;
const MAX_FIELD_BYTES = 64 * 1024;

/** Names through which careless code would reach an object's prototype. */
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A value that is no scalar: an object, a list of scalars, or a list with others in it. */
export type Structured = SentFields | 'texts' | 'others';

/** @param structured by the names of their fields */
export function fieldsFrom(
  pairs: Iterable<readonly [string, string]>,
  structured: ReadonlyMap<string, Structured> = new Map(),
): SentFields {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  const all = (name: string): readonly string[] => values.get(name) ?? [];
  return {
    names: () => [...new Set([...values.keys(), ...structured.keys()])],
    has: (name) => values.has(name) || structured.has(name),
    list: (name) => {
      if ((structured.get(name) ?? 'texts') !== 'texts')
        throw new DomainError('argument-invalid', { field: name });
      return all(name);
    },
    text: (name) => {
      const [first, second] = all(name);
      if (second !== undefined || structured.has(name))
        throw new DomainError('argument-invalid', { field: name, reason: 'repeated' });
      return first;
    },
    nested: (name) => {
      const value = structured.get(name);
      return typeof value === 'object' ? value : undefined;
    },
  };
}

export const NO_FIELDS: SentFields = fieldsFrom([]);

/** The fields of `first`; those that it lacks from `second`. */
export function eitherOf(first: SentFields, second: SentFields): SentFields {
  const sourceOf = (name: string): SentFields => (first.has(name) ? first : second);
  return {
    names: () => [...new Set([...first.names(), ...second.names()])],
    has: (name) => sourceOf(name).has(name),
    list: (name) => sourceOf(name).list(name),
    text: (name) => sourceOf(name).text(name),
    nested: (name) => sourceOf(name).nested(name),
  };
}

/**
 * The fields of a query string.
 * @throws RequestError 400 for a percent sign that escapes nothing, bytes that are no UTF-8, or NUL.
 */
export function queryFields(query: string): SentFields {
  if (/%(?![0-9a-f]{2})/i.test(query)) throw unreadableBody('Bad percent-encoding in the query.');
  return urlEncodedFields(query);
}

/**
 * The fields of a URL-encoded form. A percent sign that escapes nothing stands for itself: rclone sends
 * passwords without escaping them.
 * @throws RequestError 400, 413
 */
export function urlEncodedFields(text: string): SentFields {
  if (text === '') return NO_FIELDS;
  const pairs = text.split('&', MAX_FIELDS + 1).filter((pair) => pair !== '');
  checkFieldCount(pairs.length);
  return fieldsFrom(pairs.map(decodePair));
}

function decodePair(pair: string): [string, string] {
  const middle = pair.indexOf('=');
  if (middle < 0) return checkedPair(decodePart(pair), Buffer.alloc(0));
  return checkedPair(decodePart(pair.slice(0, middle)), decodePart(pair.slice(middle + 1)));
}

/** @param text one character a byte. */
function decodePart(text: string): Buffer {
  const bytes = text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/**
 * A field as text, once it is known to be clean.
 * @throws RequestError 400 for invalid UTF-8, NUL and names that reach prototypes; 413 beyond 64 KiB.
 */
export function checkedPair(nameBytes: Buffer, valueBytes: Buffer): [string, string] {
  if (!isUtf8(nameBytes)) throw unreadableBody('A field name is not valid UTF-8.');
  const name = nameBytes.toString('utf8');
  checkName(name);
  if (valueBytes.length > MAX_FIELD_BYTES) throw bodyTooLarge(`Field ${name} is longer than 64 KiB.`);
  if (!isUtf8(valueBytes)) throw unreadableField(name);
  const value = valueBytes.toString('utf8');
  checkValue(name, value);
  return [name, value];
}

/** @throws RequestError 400 */
export function checkName(name: string): void {
  if (FORBIDDEN_NAMES.has(name)) throw unreadableBody(`Field name ${name} is not allowed.`);
  if (name.includes('\0') || !name.isWellFormed()) throw unreadableBody('A field name is not valid text.');
}

/** @throws RequestError 400 */
export function checkValue(name: string, value: string): void {
  if (value.includes('\0') || !value.isWellFormed()) throw unreadableField(name);
}

/** @throws RequestError 413 when a form has more fields than any real one. */
export function checkFieldCount(count: number): void {
  if (count > MAX_FIELDS) throw bodyTooLarge(`More than ${MAX_FIELDS} fields.`);
}
