import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import { t } from './messages.ts';

/** Why nothing of a library can be changed, as it stands in labels; null: it can. */
export function changeRefusal({
  permission,
  status,
}: Pick<LocalLibraryJson, 'permission' | 'status'>): string | null {
  return permission === 'r' || status === 'read-only' ? t('readOnly') : null;
}
