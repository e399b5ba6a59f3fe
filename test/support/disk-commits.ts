import { vi } from 'vitest';
import type { LinkedFolderJson } from '../../src-shared/folders-api.ts';
import type { LinkedLibrary } from './linked-library.ts';
import type { TestApp } from './running-app.ts';
import { userCalls } from './user-calls.ts';

const DEADLINE_MS = 25_000;
const POLL_MS = 20;

/** Makes all that `edit` does to a linked folder one commit of its library, and gives the commit's id. */
export async function commitEdit(
  app: TestApp,
  { folderId, libraryId }: LinkedLibrary,
  edit: () => Promise<void>,
): Promise<string> {
  const token = app.adminToken;
  const user = userCalls(() => app);
  const steer = (command: string) =>
    app.call('POST', `/api/local/v1/folders/${folderId}/${command}/`, { token });
  const { head_commit_id: before } = await user.state(token, libraryId);
  await steer('pause');
  await edit();
  await steer('resume');
  return vi.waitFor(
    async () => {
      const answer = await app.call('GET', `/api/local/v1/folders/${folderId}/`, { token });
      const { state, pending } = answer.json as LinkedFolderJson;
      const { head_commit_id: head } = await user.state(token, libraryId);
      if (state !== 'idle' || pending !== 0 || head === before)
        throw new Error(`not taken in: ${answer.text}`);
      return head;
    },
    { timeout: DEADLINE_MS, interval: POLL_MS },
  );
}
