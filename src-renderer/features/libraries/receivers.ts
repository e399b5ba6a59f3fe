import type { Api } from '../../api/api.ts';
import { visibleName } from '../../format/name.ts';
import { t } from './messages.ts';

/** Who has a library by a share. */
export interface Receivers {
  readonly count: number;
  /** The first of them, and how many more; empty: it is shared with nobody, or that is not for this person to know. */
  readonly names: string;
}

export const NO_RECEIVERS: Receivers = { count: 0, names: '' };

/** More names than that are not read. */
const MOST_NAMED = 5;

/** Never rejects. */
export async function receiversOf({ call }: Pick<Api, 'call'>, libraryId: string): Promise<Receivers> {
  try {
    const { shares, total } = await call('GET libraries/:library_id/shares/', { library_id: libraryId });
    const named = shares.slice(0, MOST_NAMED).map(({ name }) => visibleName(name));
    const names = named.join(', ');
    const more = total - named.length;
    return { count: total, names: more > 0 ? t('namesAndMore', { names, count: more }) : names };
  } catch {
    return NO_RECEIVERS;
  }
}
