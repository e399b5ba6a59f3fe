import { createMemoryObjectStore } from '../../../../src-main/store/objects/memory-object-store.ts';
import { describeObjectStore } from '../../../suites/object-store.ts';

describeObjectStore('memory object store', async () => ({
  store: createMemoryObjectStore(),
  dispose: async () => undefined,
}));
