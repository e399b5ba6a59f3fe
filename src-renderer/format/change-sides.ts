import type { ChangeJson } from '../../src-shared/contents-api.ts';

/** A file at a commit. */
interface Side {
  readonly path: string;
  readonly commitId: string;
  /** Null: not known. */
  readonly size: number | null;
}

/** What a file was before a commit and after it; null: it was not there. */
export function changeSides(
  { op, path, new_path, size }: ChangeJson,
  { commitId, parentId }: { readonly commitId: string; readonly parentId: string | null },
): { readonly before: Side | null; readonly after: Side | null } {
  const isNew = op === 'new' || parentId === null;
  const isGone = op === 'removed';
  return {
    before: isNew ? null : { path, commitId: parentId, size: isGone ? size : null },
    after: isGone ? null : { path: new_path || path, commitId, size },
  };
}
