import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { sendBytes, unreadableBodies } from '../../support/unreadable-bodies.ts';
import {
  expectClearRefusal,
  expectMethodRefused,
  expectTokenNeeded,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const SUCCESS = { status: 200, body: { success: true } };
const INVALID = { status: 400, body: { error_msg: 'keep_days invalid.' } };
const EMPTY = { status: 200, body: { data: [], more: false, scan_stat: null } };

describe('DELETE /api/v2.1/repos/{id}/trash/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  let id = '';
  const path = (library = id) => `/api/v2.1/repos/${library}/trash/`;
  const clean = async (token: string, form?: Record<string, string>, library = id) =>
    outcome(await app().call('DELETE', path(library), form === undefined ? { token } : { token, form }));
  const listing = async (token = cast().owner) => outcome(await app().call('GET', path(), { token }));
  const deleteFolder = async (name: string) => {
    await admin.makeFolder(id, '/', name);
    await admin.call('DELETE', `libraries/${id}/dirent/?path=/${name}`);
  };

  const clutter = async () => {
    id = await user.makeLibrary(cast().owner, 'Cluttered');
    await deleteFolder('drafts');
    await deleteFolder('notes');
  };

  describe('when it may', () => {
    beforeEach(clutter);

    it('empties the trash', async () => {
      expect(await listing()).toMatchObject({
        body: { data: [{ obj_name: 'notes' }, { obj_name: 'drafts' }] },
      });
      expect(await clean(cast().owner)).toEqual(SUCCESS);
      expect(await listing()).toEqual(EMPTY);
    });

    it('is no commit and cuts no history', async () => {
      const before = await user.history(cast().owner, id);
      expect(before).toHaveLength(5);
      await clean(cast().owner);
      expect(await user.history(cast().owner, id)).toEqual(before);
      const commit = `/api/v2.1/repos/${id}/commits/${before[1]?.commit_id}/`;
      const detail = await app().call('GET', commit, { token: cast().owner });
      expect(detail.json).toMatchObject({ commit_diffs: [{ op_type: 'newdir', path: '/notes' }] });
    });

    it('hides the items for good, whatever the library keeps later', async () => {
      await clean(cast().owner);
      await user.setKeepDays(cast().owner, id, 30);
      expect(await listing()).toEqual(EMPTY);
      await user.setKeepDays(cast().owner, id, -1);
      expect(await listing()).toEqual(EMPTY);
    });

    it('lets later deletions be listed, of the same names too', async () => {
      await clean(cast().owner);
      await deleteFolder('notes');
      expect(await listing()).toMatchObject({ body: { data: [{ obj_name: 'notes' }], more: false } });
    });

    it('hides everything, however fast it was deleted over and over', async () => {
      for (let round = 0; round < 4; round++) await deleteFolder('notes');
      await clean(cast().owner);
      expect(await listing()).toEqual(EMPTY);
    });

    it('finds nothing wrong with an empty trash', async () => {
      await clean(cast().owner);
      expect(await clean(cast().owner)).toEqual(SUCCESS);
      id = await user.makeLibrary(cast().owner, 'Untouched');
      expect(await clean(cast().owner)).toEqual(SUCCESS);
    });

    it('concerns one library only', async () => {
      const first = id;
      id = await user.makeLibrary(cast().owner, 'Other');
      await deleteFolder('drafts');
      await clean(cast().owner, undefined, first);
      expect(await listing()).toMatchObject({ body: { data: [{ obj_name: 'drafts' }] } });
    });

    it('with keep_days=0 also cuts the history down to the head', async () => {
      const [head] = await user.history(cast().owner, id);
      expect(await clean(cast().owner, { keep_days: '0' })).toEqual(SUCCESS);
      expect(await listing()).toEqual(EMPTY);
      expect(await user.history(cast().owner, id)).toEqual([head]);
    });

    it('with keep_days=1 leaves what was deleted today, and its history', async () => {
      const before = await user.history(cast().owner, id);
      expect(await clean(cast().owner, { keep_days: '1' })).toEqual(SUCCESS);
      expect(await listing()).toMatchObject({
        body: { data: [{ obj_name: 'notes' }, { obj_name: 'drafts' }] },
      });
      expect(await user.history(cast().owner, id)).toEqual(before);
    });

    it('reads keep_days from multipart and JSON alike, and takes empty for absent', async () => {
      const send = async (options: object) =>
        outcome(await app().call('DELETE', path(), { token: cast().owner, ...options }));
      expect(await send({ multipart: { keep_days: '3' } })).toEqual(SUCCESS);
      expect(await send({ json: { keep_days: 3 } })).toEqual(SUCCESS);
      expect(await listing()).toMatchObject({
        body: { data: [{ obj_name: 'notes' }, { obj_name: 'drafts' }] },
      });
      expect(await send({ form: { keep_days: '' } })).toEqual(SUCCESS);
      expect(await user.history(cast().owner, id)).toHaveLength(5);
      expect(await listing()).toEqual(EMPTY);
    });

    it('lets administrators of a department empty the trash of its libraries, and no other member', async () => {
      id = await admin.makeLibrary('Plans', cast().department);
      await deleteFolder('drafts');
      expect(await clean(cast().departmentMember)).toEqual(PERMISSION_DENIED);
      expect(await listing(cast().departmentMember)).toMatchObject({
        body: { data: [{ obj_name: 'drafts' }] },
      });
      expect(await clean(cast().departmentAdmin)).toEqual(SUCCESS);
      expect(await listing(cast().departmentMember)).toEqual(EMPTY);
    });
  });

  describe('when it may not', () => {
    beforeAll(clutter);

    it.each(['stranger', 'administrator', 'departmentMember'] as const)('refuses the %s', async (who) => {
      expect(await clean(cast()[who])).toEqual(PERMISSION_DENIED);
      expect(await user.trash(cast().owner, id)).toHaveLength(2);
    });

    it('refuses in the order: bad number, unknown library, caller', async () => {
      const bad = { keep_days: 'abc' };
      expect(await clean(cast().stranger, bad, UNKNOWN_LIBRARY)).toEqual(INVALID);
      const unknown = libraryNotFound(UNKNOWN_LIBRARY);
      expect(await clean(cast().stranger, { keep_days: '1' }, UNKNOWN_LIBRARY)).toEqual(unknown);
      expect(await clean(cast().stranger, { keep_days: '1' })).toEqual(PERMISSION_DENIED);
    });

    it.each(['abc', '1.5', '1e3', '0x10', ' 5 ', 'null', '99999999999999999999'])(
      'refuses keep_days=%s',
      async (keepDays) => {
        expect(await clean(cast().owner, { keep_days: keepDays })).toEqual(INVALID);
        expect(await user.trash(cast().owner, id)).toHaveLength(2);
        expect(await user.history(cast().owner, id)).toHaveLength(5);
      },
    );

    it.each(unreadableBodies('keep_days', '0'))('refuses $why', async (bytes) => {
      const call = { method: 'DELETE', path: path(), token: cast().owner };
      expectClearRefusal(await sendBytes(app(), call, bytes), bytes.status);
      expect(await user.trash(cast().owner, id)).toHaveLength(2);
    });

    it('knows no deleted library', async () => {
      const gone = await user.makeLibrary(cast().owner, 'Gone');
      await user.removeLibrary(cast().owner, gone);
      expect(await clean(cast().owner, undefined, gone)).toEqual(libraryNotFound(gone));
    });

    it('empties nothing for callers without a valid token', async () => {
      await expectTokenNeeded(app(), 'DELETE', path());
      expect(await user.trash(cast().owner, id)).toHaveLength(2);
    });

    it.each(['PUT', 'PATCH'])('knows no %s', async (method) => {
      await expectMethodRefused(app(), method, path(), ['GET', 'POST', 'DELETE']);
    });
  });
});
