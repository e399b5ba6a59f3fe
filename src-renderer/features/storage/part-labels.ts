import { t } from './messages.ts';
import type { StoragePart } from './storage-sums.svelte.ts';

export const PART_LABELS: Readonly<Record<StoragePart, string>> = {
  live: t('live'),
  history: t('history'),
  trash: t('trash'),
  young: t('young'),
  overhead: t('overhead'),
  reclaimable: t('reclaimable'),
};

/** An explanation of each part, in a sentence. */
export const PART_TEXTS: Readonly<Record<StoragePart, string>> = {
  live: t('liveText'),
  history: t('historyText'),
  trash: t('trashText'),
  young: t('youngText'),
  overhead: t('overheadText'),
  reclaimable: t('reclaimableText'),
};
