import { beforeAll, describe, expect, it } from 'vitest';
import { UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { SMALL_JPEG, SMALL_PNG } from '../../support/small-pictures.ts';
import { expectTokenNeeded, useCast } from '../../support/user-calls.ts';

describe('GET /api2/repos/{id}/thumbnail/', () => {
  const app = useApp();
  const cast = useCast(app);
  const linkedLibrary = useLinkedLibraries(app);
  let id = '';
  const address = (path: string, query = '', library = id) =>
    `/api2/repos/${library}/thumbnail/?p=${encodeURIComponent(path)}${query}`;
  const ask = (path: string, query = '', token = cast().administrator) =>
    app().call('GET', address(path, query), { token });
  /** Kind and size of the picture that is answered. */
  const pictureAt = async (path: string, query = '') => {
    const headers = { Authorization: `Token ${cast().administrator}` };
    const response = await fetch(app().url + address(path, query), { headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isPng = bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a';
    const size = isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : null;
    return [response.status, response.headers.get('content-type'), size];
  };

  beforeAll(async () => {
    // A header that promises more pixels than anything should open.
    const huge = Buffer.from(SMALL_PNG);
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    const files = {
      'a.png': SMALL_PNG,
      'b.jpg': SMALL_JPEG,
      'cut.jpg': SMALL_JPEG.subarray(0, 500),
      'broken.png': SMALL_PNG.subarray(0, 200),
      'huge.png': huge,
      'text.png': 'no picture',
      'empty.png': '',
    };
    id = (await linkedLibrary({ name: 'Photos', files })).libraryId;
  });

  it('shrinks pictures to what is asked for, and enlarges none', async () => {
    expect(await pictureAt('/a.png', '&size=48')).toEqual([200, 'image/png', [48, 48]]);
    const { headers } = await ask('/a.png', '&size=48');
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(await pictureAt('/b.jpg')).toEqual([200, 'image/png', [48, 24]]);
    expect(await pictureAt('/b.jpg', '&size=10')).toEqual([200, 'image/png', [10, 5]]);
    expect(await pictureAt('/a.png', '&size=9999')).toEqual([200, 'image/png', [96, 96]]);
    expect(await pictureAt('/a.png', '&size=48')).toEqual([200, 'image/png', [48, 48]]);
  });

  it('refuses what is no picture, and goes on with those that are', async () => {
    const refusal = [400, { error_msg: 'Unsupported file type.' }];
    for (const name of ['text.png', 'empty.png', 'broken.png', 'huge.png']) {
      const { status, json } = await ask(`/${name}`);
      expect([name, status, json]).toEqual([name, ...refusal]);
    }
    expect([200, 400]).toContain((await ask('/cut.jpg')).status);
    expect(await pictureAt('/a.png', '&size=7')).toEqual([200, 'image/png', [7, 7]]);
  });

  it('says what is wrong in the words of real servers', async () => {
    const said = async (path: string, query = '', token = cast().administrator) => {
      const { status, json } = await ask(path, query, token);
      return [status, (json as { error_msg: string }).error_msg];
    };
    expect(await said('')).toEqual([400, 'Path is missing.']);
    expect(await said('/../a.png')).toEqual([400, 'p invalid.']);
    expect(await said('/a.png', '&size=0')).toEqual([400, 'size invalid.']);
    expect(await said('/a.png', '&size=big')).toEqual([400, 'size invalid.']);
    expect(await said('/none.png')).toEqual([404, 'File /none.png not found.']);
    expect(await said('/a.png', '', cast().stranger)).toEqual([403, 'Permission denied.']);
    const unknown = await app().call('GET', address('/a.png', '', UNKNOWN_LIBRARY), {
      token: cast().administrator,
    });
    expect(unknown.status).toBe(404);
    await expectTokenNeeded(app(), 'GET', address('/a.png'));
  });
});
