import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDataFolder } from '../../support/disk-store.ts';
import { useApp } from '../../support/running-app.ts';
import { useCast, userCalls } from '../../support/user-calls.ts';

describe('POST /api/local/v1/folders/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  let folder: ReturnType<typeof temporaryDataFolder>;
  const link = async (library: string) => {
    const json = { path: folder.path, library };
    const answer = await app().call('POST', '/api/local/v1/folders/', { token: cast().administrator, json });
    return { status: answer.status, body: answer.json };
  };

  beforeAll(() => {
    folder = temporaryDataFolder();
  });
  afterAll(() => folder.remove());

  it('says whose the library is that the administrator does not reach', async () => {
    const library = await user.makeLibrary(cast().owner, 'Hers');
    expect(await link(library)).toEqual({
      status: 400,
      body: {
        error_code: 'linked-folder-refused',
        error_msg:
          'This library belongs to ann@example.com. Ask for it to be shared with you, with the right to write, or choose another.',
        field: 'path',
        reason: 'library-of-another',
        value: 'ann@example.com',
      },
    });
    const { json } = await app().call('GET', '/api/local/v1/folders/', { token: cast().administrator });
    expect(json).toEqual({ folders: [] });
  });
});
