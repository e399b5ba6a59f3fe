import { beforeEach, describe, expect, it } from 'vitest';
import type { TrashAmountJson, TrashPageJson, TrashRestoredJson } from '../../../src-shared/trash-api.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { FORTY_HEX, useCast } from '../../support/user-calls.ts';

describe('the trash of a library, item by item', () => {
  const app = useApp();
  const cast = useCast(app);
  const linkedLibrary = useLinkedLibraries(app);
  let id = '';
  const call = async <T>(method: string, path: string, json?: object, token = app().adminToken) => {
    const address = `/api/local/v1/libraries/${id}/${path}`;
    const { status, text } = await app().call(method, address, { token, ...(json ? { json } : {}) });
    return { status, body: JSON.parse(text) as T };
  };
  const items = async () => (await call<TrashPageJson>('GET', 'trash/')).body.items;
  const idsOf = async (...names: string[]) =>
    (await items()).filter(({ name }) => names.includes(name)).map((item) => String(item.id));

  beforeEach(async () => {
    const files = { 'a.txt': 'one', 'b.txt': 'three', 'd/c.txt': '7' };
    const linked = await linkedLibrary({ name: 'Papers', files });
    id = linked.libraryId;
    await linked.change({ 'a.txt': null, 'b.txt': null, 'd/c.txt': null, d: null });
  });

  it('says who deleted what, where, and until when it stays', async () => {
    const [item] = (await items()).filter(({ name }) => name === 'b.txt');
    expect(item).toMatchObject({
      size: 5,
      object_id: FORTY_HEX,
      expires_at: null,
      deleted_by: 'admin@example.com',
    });
    expect(item?.device).toBeTypeOf('string');
    await call('PATCH', '', { keep_days: 30 });
    const [later] = (await items()).filter(({ name }) => name === 'b.txt');
    expect(later?.expires_at).toBe((item?.deleted_at ?? 0) + 30 * 86_400);
  });

  it('is counted, folders without what is in them', async () => {
    const { body } = await call<TrashAmountJson>('GET', 'trash/amount/');
    expect(body).toMatchObject({ is_all: true, items: (await items()).length });
    expect(body.bytes).toBe((await items()).reduce((sum, { size }) => sum + size, 0));
  });

  it('loses single items for good', async () => {
    const ids = await idsOf('a.txt');
    const { status, body } = await call('POST', 'trash/purge/', { ids });
    expect([status, body]).toEqual([200, { purged: ids.map(Number) }]);
    expect((await items()).map(({ name }) => name)).not.toContain('a.txt');
    expect((await call('POST', 'trash/purge/', { ids })).body).toEqual({ purged: [] });
  });

  it('gives items back into another folder, which is made', async () => {
    const ids = await idsOf('a.txt', 'b.txt');
    const { body } = await call<TrashRestoredJson>('POST', 'trash/restore/', { ids, to: '/Found' });
    expect(body.restored.map(({ path }) => path).sort()).toEqual(['/Found/a.txt', '/Found/b.txt']);
  });

  it('refuses what is no id, no folder, or not for the caller', async () => {
    const refusal = async (path: string, json: object, token?: string) => {
      const { status, body } = await call<{ error_code: string }>('POST', path, json, token);
      return [status, body.error_code];
    };
    expect(await refusal('trash/purge/', {})).toEqual([400, 'argument-missing']);
    expect(await refusal('trash/purge/', { ids: ['x'] })).toEqual([400, 'argument-invalid']);
    const ids = await idsOf('a.txt');
    expect(await refusal('trash/restore/', { ids, to: '/../x' })).toEqual([400, 'path-invalid']);
    expect(await refusal('trash/purge/', { ids }, cast().stranger)).toEqual([403, 'permission-denied']);
    expect((await items()).map(({ name }) => name)).toContain('a.txt');
  });
});
