import type { StatusJson } from '../../src-shared/session-api.ts';
import type { Api } from '../api/api.ts';

/**
 * Tells what the service says of itself, now and after each gap, in which it may have been started anew; null: it did not
 * answer. The answer ends that.
 */
export function followStatus(
  { call, events }: { readonly call: Api['call']; readonly events: Pick<Api['events'], 'onResume'> },
  tell: (status: StatusJson | null) => void,
): () => void {
  const ask = () => {
    void call('GET status/').then(tell, () => tell(null));
  };
  ask();
  return events.onResume(ask);
}
