import type { Api } from './api.ts';

/** A list that can be fetched again, now or soon. */
interface Refreshable {
  load(): Promise<void>;
  refreshSoon(): void;
  stop(): void;
}

/**
 * Keeps a list of one library in step with its changes until the returned function is called, which also stops the
 * list.
 */
export function followLibrary(events: Api['events'], libraryId: string, list: Refreshable): () => void {
  const stopEvents = events.on((event) => {
    if (event.type === 'library' && event.library_id === libraryId) list.refreshSoon();
  });
  const stopResume = events.onResume(() => void list.load());
  return () => {
    stopEvents();
    stopResume();
    list.stop();
  };
}
