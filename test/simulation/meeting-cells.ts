const KINDS = ['none', 'create', 'edit', 'delete', 'rename', 'kind', 'case', 'time'] as const;

/** What one side does to a path, for the table of what met what. */
export type Kind = (typeof KINDS)[number];

export const CELLS: readonly Kind[] = KINDS;
