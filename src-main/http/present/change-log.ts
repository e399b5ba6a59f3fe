import { DomainError } from '../../core/errors.ts';
import { isLibraryId } from '../../core/library/library-id.ts';
import type { LogPlace } from '../../usecases/history/change-log.ts';

/** A place in the log of all libraries, as opaque text. */
export function encodeLogPlace(place: LogPlace | null): string | null {
  if (place === null) return null;
  const { atSeconds, libraryId, seq } = place;
  return Buffer.from(`log:${atSeconds}:${seq}:${libraryId}`).toString('base64url');
}

/** Null: the newest. @throws DomainError `cursor-invalid` */
export function decodeLogPlace(cursor: string | undefined): LogPlace | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, at, seq, libraryId] = /^log:(-?\d{1,15}):(\d{1,15}):([0-9a-f-]{36})$/.exec(text) ?? [];
  if (!isLibraryId(libraryId)) throw new DomainError('cursor-invalid', { field: 'cursor' });
  return { atSeconds: Number(at), seq: Number(seq), libraryId };
}
