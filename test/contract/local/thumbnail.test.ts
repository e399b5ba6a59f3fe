import { beforeAll, describe, expect, it } from 'vitest';
import type { HistoryPageJson } from '../../../src-shared/contents-api.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { LOSSLESS_WEBP, SMALL_GIF, SMALL_JPEG, SMALL_PNG } from '../../support/small-pictures.ts';
import { useCast } from '../../support/user-calls.ts';

describe('GET /api/local/v1/libraries/{id}/thumbnail/', () => {
  const app = useApp();
  const cast = useCast(app);
  const linkedLibrary = useLinkedLibraries(app);
  let id = '';
  let before = '';
  const address = (query: string) => `/api/local/v1/libraries/${id}/thumbnail/?${query}`;
  const refusal = async (query: string, token = app().adminToken) => {
    const { status, json } = await app().call('GET', address(query), { token });
    return [status, (json as { error_code: string }).error_code];
  };
  /** Kind and size of the picture that is answered. */
  const picture = async (query: string) => {
    const headers = { Authorization: `Token ${app().adminToken}` };
    const response = await fetch(app().url + address(query), { headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    return [
      response.status,
      response.headers.get('content-type'),
      bytes.readUInt32BE(16),
      bytes.readUInt32BE(20),
    ];
  };

  beforeAll(async () => {
    const files = { 'a.png': SMALL_PNG, 'b.jpg': SMALL_JPEG, 'c.gif': SMALL_GIF, 'text.png': 'no picture' };
    const linked = await linkedLibrary({ name: 'Photos', files });
    id = linked.libraryId;
    const history = await app().call('GET', `/api/local/v1/libraries/${id}/history/`, {
      token: app().adminToken,
    });
    before = (JSON.parse(history.text) as HistoryPageJson).commits[0]?.id ?? '';
    await linked.change({ 'a.png': LOSSLESS_WEBP, 'b.jpg': null });
  });

  it('answers a small picture in the shape of the large one', async () => {
    expect(await picture('path=/a.png')).toEqual([200, 'image/png', 64, 32]);
    expect(await picture('path=/c.gif&size=8')).toEqual([200, 'image/png', 8, 4]);
    expect(await picture('path=/c.gif&size=100000')).toEqual([200, 'image/png', 16, 8]);
  });

  it('shows what was at a commit, also of what is deleted', async () => {
    expect(await picture(`path=/a.png&commit=${before}`)).toEqual([200, 'image/png', 96, 96]);
    expect(await picture(`path=/b.jpg&commit=${before}`)).toEqual([200, 'image/png', 64, 32]);
    expect(await refusal('path=/b.jpg')).toEqual([404, 'file-not-found']);
  });

  it('says what is wrong', async () => {
    expect(await refusal('path=/text.png')).toEqual([400, 'argument-invalid']);
    expect(await refusal('path=/a.png&size=0')).toEqual([400, 'argument-invalid']);
    expect(await refusal('')).toEqual([400, 'argument-missing']);
    expect(await refusal('path=/')).toEqual([404, 'file-not-found']);
    expect(await refusal(`path=/a.png&commit=${'0'.repeat(40)}`)).toEqual([404, 'commit-not-found']);
    expect(await refusal('path=/a.png', cast().stranger)).toEqual([403, 'permission-denied']);
    expect(await refusal('path=/a.png', 'none')).toEqual([401, 'unauthenticated']);
  });
});
