import { MemoryBackend } from '../../../../src-main/store/backend/memory-backend.ts';
import { describeBackend } from '../../../suites/backend.ts';

describeBackend('files in memory', async () => ({
  backend: new MemoryBackend(),
  dispose: async () => undefined,
}));
