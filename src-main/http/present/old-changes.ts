import type { ChangeView } from './commits.ts';

type List =
  | 'added_files'
  | 'deleted_files'
  | 'renamed_files'
  | 'modified_files'
  | 'added_dirs'
  | 'deleted_dirs';

/** `GET /api2/repo_history_changes/{id}/`: lists of paths, only those that are not empty. */
export function oldChanges(changes: readonly ChangeView[]): Partial<Record<List, string[]>> {
  const lists: Partial<Record<List, string[]>> = {};
  for (const change of changes) {
    const list = listOf(change);
    const paths = lists[list] ?? [];
    lists[list] = paths;
    paths.push(relative(change.path));
    // Old and new names follow each other in one flat list.
    if (list === 'renamed_files') paths.push(relative(change.newPath));
  }
  return lists;
}

function listOf({ op }: ChangeView): List {
  switch (op) {
    case 'new':
      return 'added_files';
    case 'removed':
      return 'deleted_files';
    case 'modified':
      return 'modified_files';
    case 'newdir':
      return 'added_dirs';
    case 'deldir':
      return 'deleted_dirs';
    case 'renamed':
      return 'renamed_files';
  }
}

function relative(path: string): string {
  return path.slice(1);
}
