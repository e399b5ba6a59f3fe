import type { LinkedFolderJson } from '../../../src-shared/local-api.ts';
import { t } from './messages.ts';

/** The words about changes that wait for an answer, and what each answer does. */
export interface HeldText {
  readonly title: string;
  readonly text: string;
  readonly list: string;
  readonly accepting: string;
  readonly puttingBack: string;
}

function removals(count: number): HeldText {
  return {
    title: t('removedTitle', { count }),
    text: t('removedText', { count }),
    list: t('removedList'),
    accepting: t('removedAccepting', { count }),
    puttingBack: t('removedPuttingBack', { count }),
  };
}

function rewrites(count: number): HeldText {
  return {
    title: t('rewrittenTitle', { count }),
    text: t('rewrittenText'),
    list: t('rewrittenList'),
    accepting: t('rewrittenAccepting'),
    puttingBack: t('rewrittenPuttingBack'),
  };
}

/** Null when nothing waits. A service that does not say what it holds is taken to hold removals. */
export function heldText({ held, state, pending }: LinkedFolderJson): HeldText | null {
  if (held) return held.kind === 'rewrites' ? rewrites(held.count) : removals(held.count);
  return state === 'held' ? removals(pending) : null;
}
