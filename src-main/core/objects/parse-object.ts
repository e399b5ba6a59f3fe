import { DomainError } from '../errors.ts';

/**
 * The members of a JSON object in stored or received bytes; `name` says whose they are in the error.
 * @throws DomainError `object-corrupt` unless the bytes are UTF-8 and hold one JSON object.
 */
export function parseJsonObject(name: string, bytes: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(strictText(bytes));
  } catch (cause) {
    throw new DomainError('object-corrupt', { value: name, reason: 'json' }, cause);
  }
  if (!isRecord(value)) throw corrupt(name, 'json');
  return value;
}

/**
 * A replaced byte would pass for a character, and the object would not encode to its id again.
 * @throws TypeError for bytes that are not UTF-8
 */
export function strictText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/**
 * The members of an fs object of the wanted type (1 file, 3 dir).
 * @throws DomainError `object-corrupt` for another type, or version 0 of the format.
 */
export function parseObject(id: string, bytes: Uint8Array, type: 1 | 3): Record<string, unknown> {
  const record = parseJsonObject(id, bytes);
  if (record['type'] !== type) throw corrupt(id, 'type');
  const version = record['version'];
  if (!isSafeInteger(version) || version < 1) throw corrupt(id, 'version');
  return record;
}

export function corrupt(id: string, reason: string): DomainError {
  return new DomainError('object-corrupt', { value: id, reason });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An integer that JavaScript holds exactly. */
export function isSafeInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
