import { describeBackend } from '../../../suites/backend.ts';
import { MemoryBackend } from '../../../support/memory-backend.ts';

describeBackend('files in memory', async () => ({
  backend: new MemoryBackend(),
  dispose: async () => undefined,
}));
