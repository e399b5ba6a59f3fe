import type { ConflictSideJson } from '../../../src-shared/conflicts-api.ts';
import { personName, visibleName } from '../../format/name.ts';
import { formatSize } from '../../format/size.ts';
import { dateAndTime } from '../../format/time.ts';
import { t } from './messages.ts';

/**
 * Where, by whom and when a side of a conflict was changed, and how large it is.
 * @param isHere whether the page is shown on the computer of the service
 */
export function sideText(side: ConflictSideJson, isHere: boolean): string {
  const { modifier_name: who, modifier, mtime, size } = side;
  return t('side', {
    device: deviceOf(side, isHere),
    person: personName(who, modifier),
    moment: dateAndTime(mtime),
    size: formatSize(size),
  });
}

function deviceOf({ device, is_server: isServer }: ConflictSideJson, isHere: boolean): string {
  if (isServer && isHere) return t('thisComputer');
  return device === '' ? t('noDevice') : visibleName(device);
}
