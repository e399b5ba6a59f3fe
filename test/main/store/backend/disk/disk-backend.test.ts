import { openDiskBackend } from '../../../../../src-main/store/backend/disk/disk-backend.ts';
import { describeBackend } from '../../../../suites/backend.ts';
import { temporaryDataFolder } from '../../../../support/disk-store.ts';

describeBackend('files on the disk', async () => {
  const folder = temporaryDataFolder();
  const backend = await openDiskBackend({ dataFolder: folder.path });
  return { backend, dispose: async () => folder.remove() };
});
