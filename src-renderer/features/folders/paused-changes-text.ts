import type { FolderHeldJson } from '../../../src-shared/folders-api.ts';
import { deletedFate } from '../../format/retention.ts';
import type { HeldAnswer } from './folder-commands.ts';
import { t } from './messages.ts';

/** The answers that a user can choose. */
export interface PausedChangesAnswer {
  readonly command: HeldAnswer;
  /** A verb, with the number. */
  readonly label: string;
  readonly meaning: string;
  /** Shown once it is done. */
  readonly done: string;
  /** The name of the action. */
  readonly action: string;
}

/** The words about changes that wait for an answer, and what each answer does. */
export interface PausedChangesText {
  readonly title: string;
  readonly text: string;
  readonly list: string;
  readonly accept: PausedChangesAnswer;
  readonly revert: PausedChangesAnswer;
}

function removals(count: number, keepDays: number | null): PausedChangesText {
  return {
    title: t('removedTitle', { count }),
    text: t('removedText', { count }),
    list: t('removedList'),
    accept: {
      command: 'accept',
      label: t('removedAccept', { count }),
      meaning: removalMeaning(count, keepDays),
      done: t('removedAccepted', { count }),
      action: t('actionRemovedAccepted', { count }),
    },
    revert: {
      command: 'put-back',
      label: t('removedReverted', { count }),
      meaning: t('removedPuttingBack', { count }),
      done: t('removedBack', { count }),
      action: '',
    },
  };
}

/** The trash is not promised until it is known that there is one. */
function removalMeaning(count: number, keepDays: number | null): string {
  if (keepDays === null) return '';
  return keepDays === 0 ? deletedFate(count, keepDays) : t('removedAccepting', { count });
}

function departures(count: number): PausedChangesText {
  return {
    title: t('departingTitle', { count }),
    text: t('departingText', { count }),
    list: t('departingList'),
    accept: {
      command: 'accept',
      label: t('departingAccept', { count }),
      meaning: t('departingAccepting', { count }),
      done: t('departingAccepted', { count }),
      action: t('actionDepartingAccepted', { count }),
    },
    revert: {
      command: 'put-back',
      label: t('departingKeep', { count }),
      meaning: t('departingKeeping', { count }),
      done: t('departingKept', { count }),
      action: '',
    },
  };
}

function rewrites(count: number): PausedChangesText {
  return {
    title: t('rewrittenTitle', { count }),
    text: t('rewrittenText'),
    list: t('rewrittenList'),
    accept: {
      command: 'accept',
      label: t('rewrittenAccept', { count }),
      meaning: t('rewrittenAccepting'),
      done: t('rewrittenAccepted', { count }),
      action: t('actionRewrittenAccepted', { count }),
    },
    revert: {
      command: 'put-back',
      label: t('removedReverted', { count }),
      meaning: t('rewrittenPuttingBack'),
      done: t('rewrittenBack', { count }),
      action: '',
    },
  };
}

const TEXT_OF = { removals, rewrites, departures } as const satisfies Record<FolderHeldJson['kind'], unknown>;

/** @param keepDays retention of the library; null: not known */
export function pausedChangesText(
  { kind, count }: FolderHeldJson,
  keepDays: number | null,
): PausedChangesText {
  return TEXT_OF[kind](count, keepDays);
}
