import type { DomainError } from '../../core/errors.ts';
import type { People } from '../../usecases/access/people.ts';
import { integerOf } from './parse-fields.ts';

/** Why a user was not given a share. */
export function failedUser(email: string, { code }: DomainError) {
  return {
    email,
    error_msg: reason(code, {
      invalid: 'username invalid.',
      missing: `User ${email} not found.`,
      name: email,
    }),
  };
}

/** Why a group was not given a share. */
export function failedGroup(people: Pick<People, 'groupName'>) {
  return (text: string, { code }: DomainError) => {
    const name = people.groupName(integerOf(text) ?? 0) || text;
    const words = { invalid: `group_id ${text} invalid.`, missing: `Group ${text} not found`, name };
    return { group_name: name, error_msg: reason(code, words) };
  };
}

interface Words {
  readonly invalid: string;
  readonly missing: string;
  readonly name: string;
}

function reason(code: DomainError['code'], { invalid, missing, name }: Words): string {
  if (code === 'argument-invalid' || code === 'argument-missing') return invalid;
  if (code === 'user-not-found' || code === 'group-not-found') return missing;
  if (code === 'share-exists') return `This item has been shared to ${name}.`;
  if (code === 'share-to-owner') return 'Library can not be shared to owner';
  return 'Permission denied.';
}
