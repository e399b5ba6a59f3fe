import { DomainError } from '../errors.ts';
import type { GroupRole } from './effective-access.ts';

/** Parent of groups that are not departments. */
export const PLAIN_GROUP = 0;
/** Parent of departments that are in no other. */
export const TOP_DEPARTMENT = -1;
/** Creator of every department, as clients know it. */
export const DEPARTMENT_CREATOR = 'system admin';

/** A set of users. A department is a group that can own libraries. */
export interface Group {
  readonly id: number;
  readonly name: string;
  /** `PLAIN_GROUP`, `TOP_DEPARTMENT`, or the id of the department that it is in. */
  readonly parentGroupId: number;
  /** E-mail, or `DEPARTMENT_CREATOR`. */
  readonly creatorEmail: string;
  readonly createdAtSeconds: number;
  /** Null: unlimited. */
  readonly quotaBytes: number | null;
}

export interface GroupMember {
  readonly groupId: number;
  readonly email: string;
  /** As the user chose it; empty when nothing. */
  readonly name: string;
  readonly contactEmail: string;
  readonly role: GroupRole;
}

export function isDepartment(group: Group): boolean {
  return group.parentGroupId !== PLAIN_GROUP;
}

const NAME = /^[\p{L}\p{M}\p{N}_ ()（）'.-]+$/u;
const NAME_MAX_LENGTH = 255;

/**
 * Letters, digits, underscore, space, brackets, single quote, dot and hyphen; 1 to 255 characters, not all spaces.
 * @throws DomainError `argument-missing`, `name-invalid` (reason `too-long` or `characters`)
 */
export function checkGroupName(name: string): void {
  const field = 'name';
  if (name.trim() === '') throw new DomainError('argument-missing', { field });
  if ([...name].length > NAME_MAX_LENGTH)
    throw new DomainError('name-invalid', { field, reason: 'too-long' });
  if (!NAME.test(name)) throw new DomainError('name-invalid', { field, value: name, reason: 'characters' });
}
