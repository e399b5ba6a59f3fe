import { nameOf } from '../../core/library/path.ts';
import type { Activity } from '../../usecases/history/activities.ts';
import { timestamp } from './timestamp.ts';
import { avatarUrl } from './v21-libraries.ts';

type ChangeOf = Activity['changes'][number];

/** A row of `GET /api/v2.1/activities/`. */
export function activityItem(activity: Activity, origin: string) {
  const { library, commit, op, change, libraryNames, count, changes } = activity;
  const name = libraryNames?.after ?? library.name;
  return {
    op_type: op,
    ...(change === null
      ? { obj_type: 'repo', path: '/', name }
      : { obj_type: change.isDir ? 'dir' : 'file', ...placePart(change) }),
    repo_id: library.id,
    repo_name: name,
    ...(libraryNames === null ? {} : { old_repo_name: libraryNames.before }),
    commit_id: commit.id,
    author_email: commit.authorEmail,
    author_name: commit.authorName,
    author_contact_email: commit.authorContactEmail,
    avatar_url: avatarUrl(origin),
    time: timestamp(commit.ctimeSeconds),
    count,
    details: count > 1 ? changes.map(placePart) : [],
  };
}

/** Where the item is now, or was last; for renames and moves also where it was before. */
function placePart({ path, newPath }: ChangeOf) {
  if (newPath === '') return { path, name: nameOf(path) };
  const before = nameOf(path) === nameOf(newPath) ? {} : { old_name: nameOf(path) };
  return { path: newPath, name: nameOf(newPath), old_path: path, ...before };
}
