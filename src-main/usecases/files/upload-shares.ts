import {
  UPLOADS_AT_ONCE_OF_VISITORS,
  UPLOADS_AT_ONCE_PER_PUBLIC_LINK,
  UPLOADS_AT_ONCE_PER_SENDER,
  UPLOADS_WAITING_OF_VISITORS,
  UPLOADS_WAITING_PER_SENDER,
} from '../../core/limits.ts';
import type { SemaphoreShare } from '../../engine/scheduling/shared-semaphore.ts';
import type { UpdateGrant, UploadGrant } from '../access/access-links.ts';

const SENDER = { atOnce: UPLOADS_AT_ONCE_PER_SENDER, waiting: UPLOADS_WAITING_PER_SENDER };
const VISITORS = { atOnce: UPLOADS_AT_ONCE_OF_VISITORS, waiting: UPLOADS_WAITING_OF_VISITORS };

/** Of which shares a visitor's form takes its turn to come in: its link's and its address's. */
export function formShares(publicLink: string, address: string | null): readonly SemaphoreShare[] {
  const link = { ...VISITORS, sender: `link ${publicLink}`, atOnce: UPLOADS_AT_ONCE_PER_PUBLIC_LINK };
  return address === null ? [link] : [link, addressShare(address)];
}

/** Of which shares an upload takes its turn: its person's, or its public link's and that of all visitors; its address's. */
export function uploadShares(
  { caller, publicLink }: Pick<UploadGrant | UpdateGrant, 'caller' | 'publicLink'>,
  address: string | null,
): readonly SemaphoreShare[] {
  const own: readonly SemaphoreShare[] =
    publicLink === undefined
      ? [{ sender: `person ${caller?.email ?? ''}`, ...SENDER }]
      : [
          { ...VISITORS, sender: `link ${publicLink}`, atOnce: UPLOADS_AT_ONCE_PER_PUBLIC_LINK },
          { ...VISITORS, sender: 'visitors' },
        ];
  return address === null ? own : [...own, addressShare(address)];
}

function addressShare(address: string): SemaphoreShare {
  return { sender: `address ${address}`, ...SENDER };
}
