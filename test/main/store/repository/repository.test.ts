import { describeObjectLifetime } from '../../../suites/object-lifetime.ts';
import { describeObjectStore } from '../../../suites/object-store.ts';
import { createMemoryObjectStore } from '../../../support/memory-object-store.ts';

describeObjectStore('memory object store', async () => ({
  store: createMemoryObjectStore(),
  dispose: async () => undefined,
}));

describeObjectLifetime('lifetime in the memory object store', async (options) => ({
  store: createMemoryObjectStore(options),
  dispose: async () => undefined,
}));
