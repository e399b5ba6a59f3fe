import { parseEmail } from '../../core/access/user.ts';
import type { Owner } from '../../core/library/owner.ts';

/** Department ids end like this in our interface; other servers write the second form. */
const DEPARTMENT = /^([1-9]\d{0,8})@(?:service|seafile)_group$/;

/** E-mail of a user, or `<n>@service_group`. */
export function ownerId(owner: Owner): string {
  return owner.kind === 'user' ? owner.email : departmentId(owner.groupId);
}

export function departmentId(groupId: number): string {
  return `${groupId}@service_group`;
}

/**
 * The owner that a text names; letter case does not count.
 * @throws DomainError `argument-missing`, `argument-invalid` for what is neither an e-mail nor a department id.
 */
export function parseOwner(text: string | undefined, field = 'owner'): Owner {
  const department = DEPARTMENT.exec((text ?? '').toLowerCase());
  if (department !== null) return { kind: 'department', groupId: Number(department[1]) };
  return { kind: 'user', email: parseEmail(text ?? '', field) };
}
