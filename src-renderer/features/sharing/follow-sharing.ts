import type { Api } from '../../api/api.ts';
import type { PagedStatus } from '../../api/paged.svelte.ts';
import type { Problem } from '../../format/problem.ts';

/** A list that comes in pages, whatever they look like. */
export interface SharedRows<Row> {
  readonly rows: readonly Row[];
  readonly status: PagedStatus;
  readonly problem: Problem | null;
  load(): Promise<void>;
  need(end: number): void;
  refreshSoon(): void;
  stop(): void;
}

/** Keeps a list of what is shared in step with the service until the returned function is called. */
export function followSharing<Row>(events: Api['events'], list: SharedRows<Row>): () => void {
  void list.load();
  const stopEvents = events.on((event) => {
    if (event.type === 'libraries') list.refreshSoon();
  });
  const stopResume = events.onResume(() => void list.load());
  return () => {
    stopEvents();
    stopResume();
    list.stop();
  };
}
