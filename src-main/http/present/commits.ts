import type { CommitView, HistoryService } from '../../usecases/history/history.ts';
import { timestamp } from './timestamp.ts';

/** One change of a commit, as the history tells it. */
export type ChangeView = Awaited<ReturnType<HistoryService['changes']>>[number];

/** A row of `GET /api/v2.1/repos/{id}/history/`: what real servers send, and `creator`, which our interface names. */
export function historyEntry(commit: CommitView) {
  return {
    commit_id: commit.id,
    time: timestamp(commit.ctimeSeconds),
    description: shownDescription(commit.description),
    creator: commit.authorEmail,
    email: commit.authorEmail,
    name: commit.authorName,
    contact_email: commit.authorContactEmail,
    client_version: commit.clientVersion,
    device_name: commit.deviceName,
    second_parent_id: commit.secondParentId,
    tags: [],
  };
}

/** Commits say "repo" where people say "library" (seahub, `translate_commit_desc`). */
export function shownDescription(description: string): string {
  return description.replace(/^Reverted repo/, 'Reverted library');
}

/** `GET /api/v2.1/repos/{id}/commits/{commit}/` */
export function commitDetail(commit: CommitView, changes: readonly ChangeView[]) {
  return {
    commit_info: {
      creator_email: commit.authorEmail,
      creator_name: commit.authorName,
      creator_contact_email: commit.authorContactEmail,
      time: timestamp(commit.ctimeSeconds),
      description: commit.description,
      device_name: commit.deviceName ?? '',
    },
    commit_diffs: changes.map(({ op, path, newPath }) => ({ op_type: op, path, new_path: newPath })),
  };
}
