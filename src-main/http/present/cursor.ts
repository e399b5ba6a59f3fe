import { DomainError } from '../../core/errors.ts';

/** A place in a listing by number, as opaque text. */
export function encodeCursor(place: number | null): string | null {
  return place === null ? null : Buffer.from(`at:${place}`).toString('base64url');
}

/**
 * The place a cursor names; null for none.
 * @throws DomainError `cursor-invalid`
 */
export function decodeCursor(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const match = /^at:(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (match === null) throw new DomainError('cursor-invalid', { field: 'cursor' });
  return Number(match[1]);
}
