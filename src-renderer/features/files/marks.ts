import type { MarkJson } from '../../../src-shared/history-browsing-api.ts';
import { t } from './messages.ts';

/** What has become of an item since, for the eye. */
export interface MarkWording {
  readonly word: string;
  readonly tone: 'same' | 'changed' | 'gone';
}

const WORDINGS: Readonly<Record<MarkJson, MarkWording>> = {
  same: { word: t('sameToday'), tone: 'same' },
  changed: { word: t('changedSince'), tone: 'changed' },
  gone: { word: t('goneToday'), tone: 'gone' },
};

export function markWording(mark: MarkJson): MarkWording {
  return WORDINGS[mark];
}
