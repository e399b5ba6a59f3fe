import type { MarkJson } from '../../../src-shared/looking-back-api.ts';

/** What has become of an item since, for the eye. */
export interface MarkWording {
  readonly word: string;
  readonly tone: 'same' | 'changed' | 'gone';
}

const WORDINGS: Readonly<Record<MarkJson, MarkWording>> = {
  same: { word: 'Same today', tone: 'same' },
  changed: { word: 'Changed since', tone: 'changed' },
  gone: { word: 'Gone today', tone: 'gone' },
};

export function markWording(mark: MarkJson): MarkWording {
  return WORDINGS[mark];
}
