import type { ShareRightJson } from '../../../src-shared/sharing-api.ts';
import { t } from './messages.ts';

export const RIGHT_TEXTS: Readonly<Record<ShareRightJson, string>> = {
  r: t('canView'),
  rw: t('canEdit'),
  admin: t('canShare'),
};

/** From the least to the most. */
export const RIGHTS = ['r', 'rw', 'admin'] as const satisfies readonly ShareRightJson[];

/** What a control of rights says; what it cannot say reads only. */
export function rightOf(text: string): ShareRightJson {
  return RIGHTS.find((right) => right === text) ?? 'r';
}
