import { DOMAIN_ERROR_CODES } from '../../../src-shared/error-codes.ts';
import type { MadeCommitJson } from '../../../src-shared/items-api.ts';
import type { Api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import { t } from './messages.ts';

interface WatchedTransfer {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly taskId: string;
  /** Says that it is under way. */
  readonly title: string;
}

const ASK_EVERY_MS = 500;
// What is over sooner needs no word in between.
const TOLD_AFTER_ASKS = 3;

/**
 * Waits for a move or copy between libraries. Null: somebody ended it.
 * @throws ApiError with the code that it failed with
 */
export async function watchTransfer(watched: WatchedTransfer): Promise<readonly MadeCommitJson[] | null> {
  const { api, toasts, taskId, title } = watched;
  for (let asked = 1; ; asked += 1) {
    const { state, reason, commits } = await api.call('GET transfers/:task_id/', { task_id: taskId });
    if (state === 'done') return commits;
    if (state === 'canceled') return null;
    if (state === 'failed') {
      const code = DOMAIN_ERROR_CODES.find((known) => known === reason);
      throw new ApiError(code ?? 'unexpected', reason);
    }
    if (asked === TOLD_AFTER_ASKS) {
      const cancel = () => void api.call('DELETE transfers/:task_id/', { task_id: taskId });
      toasts.show({ title, action: { label: t('cancel'), run: cancel } });
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}
