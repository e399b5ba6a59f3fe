import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../errors.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { isStepDue, type Steps } from '../steps.ts';
import type { Change } from './change.ts';

/** What a commit put into the trash, and what it brought (back) and so may take out of it. Orders are kept. */
export interface TrashEffect {
  readonly deleted: readonly DeletedItem[];
  /** A folder that appeared brings everything below it. */
  readonly appeared: readonly AppearedItem[];
}

export interface DeletedItem {
  readonly path: string;
  readonly isDir: boolean;
  readonly objectId: ObjectId;
  /** 0 for folders. */
  readonly sizeBytes: number;
}

export interface AppearedItem {
  readonly path: string;
  readonly isDir: boolean;
}

/** The trash side of a commit's changes: a deleted folder is one item, a rename deletes nothing. */
export function* trashOf(changes: readonly Change[]): Steps<TrashEffect> {
  const deleted: DeletedItem[] = [];
  const appeared: AppearedItem[] = [];
  for (const [at, { op, path, newPath, isDir, objectId, sizeBytes }] of changes.entries()) {
    if (isStepDue(at)) yield;
    if (op === 'removed' || op === 'deldir') deleted.push({ path, isDir, objectId, sizeBytes });
    else if (op === 'new' || op === 'newdir') appeared.push({ path, isDir });
    else if (op === 'renamed') appeared.push({ path: newPath, isDir });
  }
  return { deleted, appeared };
}

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
