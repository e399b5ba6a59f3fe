import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../errors.ts';

/** Place in a trash listing: the last row of a page. */
export interface TrashPlace {
  readonly deletedAtSeconds: number;
  readonly trashId: number;
}

const TAG_BYTES = 8;

/** Opaque text for a place in the trash of a library, or in another list; it opens no other one and no edited place. */
export function encodeTrashCursor(key: Uint8Array, scope: string, place: TrashPlace): string {
  const text = `${place.deletedAtSeconds}.${place.trashId}`;
  return `${text}.${tagOf(key, scope, text).toString('base64url')}`;
}

/** @throws DomainError `cursor-invalid` for anything that `encodeTrashCursor` did not make for this list */
export function decodeTrashCursor(key: Uint8Array, scope: string, cursor: string): TrashPlace {
  const parts = /^(\d{1,12})\.(\d{1,15})\.([\w-]{1,32})$/.exec(cursor);
  const [, time = '', id = '', tag = ''] = parts ?? [];
  const given = Buffer.from(tag, 'base64url');
  const right = tagOf(key, scope, `${time}.${id}`);
  if (given.length !== TAG_BYTES || !timingSafeEqual(given, right)) {
    throw new DomainError('cursor-invalid', { field: 'scan_stat' });
  }
  return { deletedAtSeconds: Number(time), trashId: Number(id) };
}

function tagOf(key: Uint8Array, scope: string, text: string): Buffer {
  return createHmac('sha256', key).update(`trash-cursor\0${scope}\0${text}`).digest().subarray(0, TAG_BYTES);
}
