import { DomainError } from '../../core/errors.ts';
import type { FolderPending, PendingReason } from '../../core/folder/folder-journal.ts';
import { codeOf, messageOf } from '../disk/disk-error.ts';
import { NoRoomError } from './disk-room.ts';
import { WrongSizeError } from './library-content.ts';

export type StepFailure = Pick<FolderPending, 'reason' | 'message'>;

/** What an error on the way from the library to the disk means for the path it is about. */
export function failureOf(error: unknown): StepFailure {
  if (error instanceof DomainError) return { reason: 'damaged', message: 'the library cannot read its copy' };
  if (error instanceof NoRoomError) return NO_ROOM;
  if (error instanceof WrongSizeError) return { reason: 'wrong-size', message: error.message };
  const reason = REASONS[codeOf(error)] ?? 'failed';
  return { reason, message: MESSAGES[reason] ?? messageOf(error) };
}

/** Something is in the place that the library does not know. */
export const UNEXPECTED: StepFailure = {
  reason: 'changed',
  message: 'something else is in its place, which is taken in first',
};

/** Others may fit. */
export const NO_ROOM: StepFailure = {
  reason: 'disk-full',
  message: 'the disk with this folder has no room for it',
};

/** What moves stays until the library's version of it can be where it goes. */
export const NOT_MOVED: StepFailure = {
  reason: 'changed',
  message: 'it stays here until its new place is free',
};

export const NOT_EMPTY: StepFailure = {
  reason: 'not-empty',
  message: 'the folder was deleted in the library, but here it holds things that are not kept',
};

/** A person is asked first. */
export const ASKED: StepFailure = {
  reason: 'held',
  message: 'the library lost many files at once, so a person is asked first',
};

/** @param other the name that the disk takes for the same */
export function nameClash(other: string): StepFailure {
  return { reason: 'name', message: `this disk cannot tell the name from "${other}"` };
}

const REASONS: Readonly<Record<string, PendingReason>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EACCES: 'not-writable',
  EPERM: 'not-writable',
  EROFS: 'not-writable',
  ENAMETOOLONG: 'name',
  EILSEQ: 'name',
  EINVAL: 'name',
  ENOENT: 'changed',
  ENOTDIR: 'changed',
  ELOOP: 'changed',
  EISDIR: 'changed',
};

const MESSAGES: Partial<Record<PendingReason, string>> = {
  'disk-full': 'the disk with this folder is full',
  'not-writable': 'your account may not write here',
  name: 'this disk cannot hold the name',
  changed: 'something else is in its place, which is taken in first',
};
