import type {
  LeftAloneReasonJson,
  RestoreActionJson,
  UndoActionJson,
} from '../../src-shared/history-browsing-api.ts';
import { t } from './messages.ts';

const UNDO_ACTIONS: Readonly<Record<UndoActionJson, string>> = {
  remove: t('willRemove'),
  'put-back': t('willRestore'),
  'old-content': t('willHaveOldContent'),
  'move-back': t('willMoveBack'),
};

const REASONS: Readonly<Record<LeftAloneReasonJson, string>> = {
  'changed-since': t('changedSince'),
  'added-since': t('addedSince'),
  'gone-since': t('goneSince'),
  'renamed-since': t('renamedSince'),
  'name-taken': t('nameTaken'),
};

const RESTORE_ACTIONS: Readonly<Record<RestoreActionJson, string>> = {
  create: t('willCreate'),
  overwrite: t('willOverwrite'),
  remove: t('willRemove'),
};

/** What undoing does to an item. */
export function undoActionText(action: UndoActionJson): string {
  return UNDO_ACTIONS[action];
}

/** Why an item stays as it is. */
export function leftAloneText(reason: LeftAloneReasonJson): string {
  return REASONS[reason];
}

/** What a restore does to an item. */
export function restoreActionText(action: RestoreActionJson): string {
  return RESTORE_ACTIONS[action];
}
