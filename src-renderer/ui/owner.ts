import type { Problem } from '../format/problem.ts';

/** Somebody a library can be given to. */
export interface Owner {
  /** E-mail of a user, or `<n>@service_group`. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'user' | 'department';
}

/** Who matches what was typed; with a problem, nobody could be asked. */
export interface OwnersFound {
  readonly owners: readonly Owner[];
  readonly problem: Problem | null;
}
