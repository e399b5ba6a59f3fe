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
