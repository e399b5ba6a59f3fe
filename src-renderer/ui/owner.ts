import type { Problem } from '../format/problem.ts';

/** A user or department that a library can be given to. */
export interface Owner {
  /** E-mail of a user, or `<n>@service_group`. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'user' | 'department';
}

/** Who matches what was typed; with a problem, the search failed. */
export interface OwnersFound {
  readonly owners: readonly Owner[];
  readonly problem: Problem | null;
}
