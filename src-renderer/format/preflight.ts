import type { PreflightJson } from '../../src-shared/folder-choices-api.ts';
import { isServiceCode, type ServiceCode } from '../../src-shared/service-words.ts';
import { folderRefusalMessage } from './error-text.ts';
import { t } from './messages.ts';
import { asSentence, serviceMessage } from './service-message.ts';
import { formatSize } from './size.ts';

/** Warnings about one thing, under a heading. */
export interface WarningGroup {
  readonly title: string;
  readonly warnings: readonly string[];
}

const TITLES: Partial<Record<ServiceCode, string>> = {
  homeFolder: t('aboutPlace'),
  syncFolder: t('aboutPlace'),
  syncProgram: t('aboutPlace'),
  networkDisk: t('aboutFinding'),
  inMemory: t('aboutPlace'),
  removable: t('aboutPlace'),
  readOnlyPlace: t('aboutPlace'),
  foldsCase: t('aboutNames'),
  notTaken: t('aboutNotTaken'),
  manyNotTaken: t('aboutNotTaken'),
  patternsLeaveOut: t('aboutNotTaken'),
  linksLeftOut: t('aboutNotTaken'),
  twins: t('aboutNames'),
  manyTwins: t('aboutNames'),
  foreign: t('aboutNames'),
  manyForeign: t('aboutNames'),
  watchLimit: t('aboutFinding'),
};
const OTHERS = t('goodToKnow');

/** The warnings of a folder check, grouped by subject; a warning of a newer service is shown too. */
export function warningGroups({ warnings, said }: Pick<PreflightJson, 'warnings' | 'said'>): WarningGroup[] {
  const groups = new Map<string, string[]>();
  for (const [at, warning] of warnings.entries()) {
    const { code = '' } = said[at] ?? {};
    const title = (isServiceCode(code) ? TITLES[code] : undefined) ?? OTHERS;
    groups.set(title, [...(groups.get(title) ?? []), asSentence(serviceMessage(said[at], warning))]);
  }
  return [...groups].map(([title, sentences]) => ({ title, warnings: sentences }));
}

/** Why a folder cannot be linked; empty: it can. */
export function preflightRefusal({ refusal, refusal_reason }: PreflightJson): string {
  return folderRefusalMessage(refusal_reason) || refusal;
}

/** How much is in a folder: `1,204 files, 8.2 GB`; for a very large one, a lower limit. */
export function preflightSize({ files, bytes, truncated }: PreflightJson): string {
  if (files === 0 && !truncated) return t('emptySoFar');
  return t(truncated ? 'overFilesAndSize' : 'filesAndSize', { count: files, size: formatSize(bytes) });
}
