import { type Said, said } from '../../../src-shared/service-words.ts';
import { DomainError } from '../../core/errors.ts';
import type { FolderPending, PendingReason } from '../../core/folder/folder-journal.ts';
import { codeOf, saidOf } from '../disk/disk-error.ts';
import { NoRoomError } from './disk-room.ts';
import { WrongSizeError } from './library-content.ts';

export type StepFailure = Pick<FolderPending, 'reason' | 'said'>;

/** What an error while writing from the library to the disk means for its path. */
export function failureOf(error: unknown): StepFailure {
  if (error instanceof DomainError) return { reason: 'damaged', said: said('copyUnreadable') };
  if (error instanceof NoRoomError) return NO_ROOM;
  if (error instanceof WrongSizeError) return { reason: 'wrong-size', said: error.said };
  const reason = REASONS[codeOf(error)] ?? 'failed';
  return { reason, said: SAID[reason] ?? saidOf(error) };
}

/** The place holds something that the library does not know. */
export const UNEXPECTED: StepFailure = {
  reason: 'changed',
  said: said('somethingElse'),
};

/** This file does not fit; others may. */
export const NO_ROOM: StepFailure = {
  reason: 'disk-full',
  said: said('folderNoRoom'),
};

/** The file stays until the library's version of it can be at its new place. */
export const NOT_MOVED: StepFailure = {
  reason: 'changed',
  said: said('notMovedYet'),
};

export const NOT_EMPTY: StepFailure = {
  reason: 'not-empty',
  said: said('holdsOthers'),
};

/** A person has to answer first. */
export const ASKED: StepFailure = {
  reason: 'held',
  said: said('askedFirst'),
};

/** @param other the name that the disk takes for the same */
export function nameClash(other: string): StepFailure {
  return { reason: 'name', said: said('sameToDisk', { what: other }) };
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

const SAID: Partial<Record<PendingReason, Said>> = {
  'disk-full': said('folderDiskFull'),
  'not-writable': said('mayNotWrite'),
  name: said('diskCannotHoldName'),
  changed: said('somethingElse'),
};
