import { createContext } from 'svelte';
import { createCall } from './call.ts';
import { EventStream } from './event-stream.svelte.ts';
import { createFilesApi } from './files.ts';
import type { HttpClient } from './http-client.ts';
import { createItemsApi } from './items.ts';
import { Pulse } from './pulse.svelte.ts';

/** Everything the service can be asked, and the events it sends unasked. */
export function createApi(http: HttpClient, pulse = new Pulse()) {
  const call = createCall(http);
  return {
    call,
    files: createFilesApi(http, call),
    items: createItemsApi(call),
    events: new EventStream(http),
    /** Whether requests of the given client are answered in time. */
    pulse,
  };
}

export type Api = ReturnType<typeof createApi>;

export const [getApi, setApi] = createContext<Api>();
