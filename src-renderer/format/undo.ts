import type {
  LeftAloneReasonJson,
  RestoreActionJson,
  UndoActionJson,
} from '../../src-shared/looking-back-api.ts';

const UNDO_ACTIONS: Readonly<Record<UndoActionJson, string>> = {
  remove: 'Removed again',
  'put-back': 'Brought back',
  'old-content': 'Earlier content',
  'move-back': 'Renamed back',
};

const REASONS: Readonly<Record<LeftAloneReasonJson, string>> = {
  'changed-since': 'Changed since',
  'added-since': 'Added since',
  'gone-since': 'Moved or deleted since',
  'name-taken': 'Something else has its name',
};

const RESTORE_ACTIONS: Readonly<Record<RestoreActionJson, string>> = {
  create: 'Created',
  overwrite: 'Overwritten',
  remove: 'Removed',
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
