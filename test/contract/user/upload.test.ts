import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls } from '../../support/admin-calls.ts';
import { rawExchange, rawRequest } from '../../support/raw-exchange.ts';
import { useApp } from '../../support/running-app.ts';
import { uploadCalls } from '../../support/uploads.ts';
import { EMPTY_ID, useCast, userCalls } from '../../support/user-calls.ts';

const refused = (status: number, error: string) => ({ status, json: { error } });

/** Id of a file with one small block. */
function idOf(text: string): string {
  const block = createHash('sha1').update(text).digest('hex');
  const object = `{"block_ids": ["${block}"], "size": ${Buffer.byteLength(text)}, "type": 1, "version": 1}`;
  return createHash('sha1').update(object).digest('hex');
}

describe('POST /seafhttp/upload-api/{token}', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  const { uploadLink, updateLink, send, sendRaw, textOf } = uploadCalls(app);
  let id = '';
  let link = '';

  beforeAll(async () => {
    id = await user.makeLibrary(cast().owner, 'Inbox');
    link = await uploadLink(cast().owner, id);
  });

  const head = async () => (await user.state(cast().owner, id)).head_commit_id;
  const latest = async () => (await user.history(cast().owner, id))[0];

  it('adds a file and answers its id', async () => {
    const answer = await send(link, { parent_dir: '/' }, [['a.txt', 'hello']]);
    expect(answer).toMatchObject({ status: 200, text: idOf('hello') });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await textOf(cast().owner, id, '/a.txt')).toBe('hello');
    expect(await latest()).toMatchObject({ description: 'Added "a.txt".', creator: 'ann@example.com' });
  });

  it('adds several in one commit, and answers with JSON when asked in the query or the form', async () => {
    const files = [
      ['b.txt', 'b'],
      ['c.txt', 'cc'],
      ['empty', ''],
    ] as const;
    const answer = await send(`${link}?ret-json=1`, { parent_dir: '/' }, files);
    expect(answer).toMatchObject({
      status: 200,
      json: [
        { name: 'b.txt', id: idOf('b'), size: 1 },
        { name: 'c.txt', id: idOf('cc'), size: 2 },
        { name: 'empty', id: EMPTY_ID, size: 0 },
      ],
    });
    expect(await latest()).toMatchObject({ description: 'Added "b.txt" and 2 more files.' });
    const plain = await send(link, { parent_dir: '/', 'ret-json': '1' }, [['d.txt', 'd']]);
    expect(plain.json).toEqual([{ name: 'd.txt', id: idOf('d'), size: 1 }]);
    const tabbed = await send(link, { parent_dir: '/' }, [
      ['e', 'e'],
      ['f', 'f'],
    ]);
    expect(tabbed.text).toBe(`${idOf('e')}\t${idOf('f')}`);
  });

  it('makes the folders of the relative path', async () => {
    const fields = { parent_dir: '/', relative_path: 'x/y/', need_idx_progress: 'true', replace: '1' };
    const answer = await send(`${link}?ret-json=1`, fields, [['deep.txt', 'deep']]);
    expect(answer).toMatchObject({ status: 200, json: [{ name: 'deep.txt', id: idOf('deep'), size: 4 }] });
    expect(await textOf(cast().owner, id, '/x/y/deep.txt')).toBe('deep');
  });

  it('numbers a taken name, and replaces it when told to', async () => {
    const put = async (text: string, fields: Record<string, string> = {}) =>
      (await send(`${link}?ret-json=1`, { parent_dir: '/', ...fields }, [['n.txt', text]])).json;
    expect(await put('one')).toMatchObject([{ name: 'n.txt' }]);
    expect(await put('two')).toMatchObject([{ name: 'n (1).txt' }]);
    expect(await put('three', { replace: '1' })).toMatchObject([{ name: 'n.txt' }]);
    expect(await latest()).toMatchObject({ description: 'Modified "n.txt"' });
    expect(await textOf(cast().owner, id, '/n.txt')).toBe('three');
    expect(await textOf(cast().owner, id, '/n (1).txt')).toBe('two');
    const before = await head();
    expect(await put('three', { replace: '1' })).toMatchObject([{ name: 'n.txt', id: idOf('three') }]);
    expect(await head()).toBe(before);
  });

  it('never puts a file in the place of a folder', async () => {
    await admin.makeFolder(await user.makeLibrary(cast().administrator, 'Other'), '/', 'unused');
    await send(link, { parent_dir: '/', relative_path: 'taken' }, [['in', 'in']]);
    const answer = await send(`${link}?ret-json=1`, { parent_dir: '/', replace: '1' }, [['taken', 'file']]);
    expect(answer.json).toMatchObject([{ name: 'taken (1)' }]);
    expect(await textOf(cast().owner, id, '/taken/in')).toBe('in');
    const inFile = await send(link, { parent_dir: '/', relative_path: 'a.txt' }, [['x', 'x']]);
    expect(inFile).toMatchObject(refused(400, "Parent dir doesn't exist."));
  });

  it('keeps the time that the client gives', async () => {
    const fields = { parent_dir: '/', last_modify: '2020-02-03T04:05:06+01:00' };
    await send(link, fields, [['old.txt', 'old']]);
    const entries = `/api/local/v1/libraries/${id}/entries/?path=/`;
    const { json } = await app().call('GET', entries, { token: cast().owner });
    expect(json).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ name: 'old.txt', mtime: 1_580_699_106 })]),
    });
  });

  it('cuts large files as the official clients do', async () => {
    // One byte repeated never meets the cutting rule, so each block is as long as it may be.
    const bytes = new Uint8Array(21 * 1024 * 1024).fill(7);
    const sha1 = (part: Uint8Array | string) => createHash('sha1').update(part).digest('hex');
    const full = sha1(bytes.subarray(0, 10_485_760));
    const blocks = `"${full}", "${full}", "${sha1(bytes.subarray(20_971_520))}"`;
    const object = `{"block_ids": [${blocks}], "size": 22020096, "type": 1, "version": 1}`;
    const answer = await send(`${link}?ret-json=1`, { parent_dir: '/' }, [['large', bytes]]);
    expect(answer.json).toEqual([{ name: 'large', id: sha1(object), size: 22_020_096 }]);
  });

  it('reads fields before the file, no length, and the boundaries of Qt', async () => {
    const boundary = '_.Seafile._{3f2504e0-4f89-11d3-9a0c-0305e82c3301}';
    const part = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const file = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${value}\r\n`;
    const body = `${part('parent_dir', '/')}${file('Übung.txt', 'chunked')}--${boundary}--\r\n`;
    const answer = await sendRaw(`${link}?ret-json=1`, {
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      body: new Blob([body]).stream(),
      duplex: 'half',
    });
    expect(answer).toMatchObject({
      status: 200,
      json: [{ name: 'Übung.txt', id: idOf('chunked'), size: 7 }],
    });
  });

  it('takes the composed form of a name', async () => {
    const answer = await send(`${link}?ret-json=1`, { parent_dir: '/' }, [['Cafe\u0301', 'x']]);
    expect(answer.json).toMatchObject([{ name: 'Caf\u00e9' }]);
  });

  describe('refuses and changes nothing', () => {
    const unchanged = async (work: () => Promise<unknown>) => {
      const before = await head();
      await work();
      expect(await head()).toBe(before);
    };
    const one = [['z.txt', 'z']] as const;

    it('a request without what it needs, in the order of real servers', () =>
      unchanged(async () => {
        expect(await send(link, { relative_path: '/x' }, [])).toMatchObject(
          refused(400, 'No parent_dir given.'),
        );
        const absolute = await send(link, { parent_dir: '/', relative_path: '/x' }, []);
        expect(absolute).toMatchObject(refused(400, 'Invalid relative path'));
        const none = await send(link, { parent_dir: '/nowhere', replace: '2' }, []);
        expect(none).toMatchObject(refused(400, 'No file in multipart form.'));
        const odd = await send(link, { parent_dir: '/nowhere', replace: '2' }, one);
        expect(odd).toMatchObject(refused(400, 'Invalid argument replace.'));
        const other = await send(link, { parent_dir: '/nowhere' }, one);
        expect(other).toMatchObject(refused(403, "Parent dir doesn't match."));
        const late = await send(link, { parent_dir: '/', last_modify: 'yesterday' }, one);
        expect(late).toMatchObject(refused(400, 'Invalid argument last_modify.'));
      }));

    it.each(['../..', 'a/../../b', 'a\\b', 'a\u0001b'])('a relative path %j', (relative_path) =>
      unchanged(async () => {
        const answer = await send(link, { parent_dir: '/', relative_path }, one);
        expect(answer).toMatchObject(refused(400, 'Invalid relative path'));
      }),
    );

    it.each(['../../x', '/etc/passwd', '..', 'a\\b'])('a file name %j', (name) =>
      unchanged(async () => {
        const answer = await send(link, { parent_dir: '/' }, [
          ['good.txt', 'good'],
          [name, 'bad'],
        ]);
        expect(answer).toMatchObject(refused(400, `invalid fileName: ${name}.`));
      }),
    );

    it('links that are unknown or for something else', () =>
      unchanged(async () => {
        const unknown = '/seafhttp/upload-api/8a4f1d4c-1111-4222-8333-444455556666';
        expect(await send(unknown, { parent_dir: '/' }, one)).toMatchObject(
          refused(403, 'Access token not found'),
        );
        const update = (await updateLink(cast().owner, id)).replace('update-api', 'upload-api');
        const wrong = 'Operation does not match access token.';
        expect(await send(update, { parent_dir: '/' }, one)).toMatchObject(refused(403, wrong));
        const download = await app().call('GET', `${link.replace('upload-api', 'files')}/x`);
        expect(download).toMatchObject({ status: 403, text: wrong });
      }));

    it('bodies that are cut, no form, or compressed', () =>
      unchanged(async () => {
        const type = 'multipart/form-data; boundary=b';
        const begun = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nxxx';
        const cut = await sendRaw(link, { headers: { 'Content-Type': type }, body: begun });
        expect(cut).toMatchObject(refused(400, 'Multipart form parse error - The form is cut.'));
        const json = await sendRaw(link, { headers: { 'Content-Type': 'application/json' }, body: '{}' });
        expect(json.status).toBe(415);
        expect((await sendRaw(link, {})).status).toBe(415);
        const headers = { 'Content-Type': type, 'Content-Encoding': 'gzip' };
        expect((await sendRaw(link, { headers, body: begun })).status).toBe(415);
        const { host } = new URL(app().url);
        const aborted = await rawExchange(
          app().url,
          rawRequest(
            `POST ${link} HTTP/1.1`,
            [`Host: ${host}`, `Content-Type: ${type}`, 'Content-Length: 10'],
            `${begun}y`,
          ),
        );
        expect(aborted.status).toBe(400);
      }));

    it('a file whose sender hangs up', () =>
      unchanged(async () => {
        const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': '30000000' };
        const sending = request(new URL(link, app().url), { method: 'POST', headers });
        const closed = once(sending, 'error');
        sending.write('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n');
        await new Promise((sent) => sending.write(Buffer.alloc(20_000_000), sent));
        sending.destroy(new Error('hung up'));
        await closed;
      }));

    it('a library that is read-only', async () => {
      const setStatus = (status: string) => admin.call('PUT', `libraries/${id}/`, { form: { status } });
      await setStatus('read-only');
      await unchanged(async () => {
        const answer = await send(link, { parent_dir: '/' }, one);
        expect(answer).toMatchObject(refused(400, 'Repo status not writable.'));
      });
      await setStatus('normal');
      expect((await send(link, { parent_dir: '/' }, one)).status).toBe(200);
    });

    it('more than the owner may store', async () => {
      const account = '/api/v2.1/admin/users/ann@example.com/';
      const setQuota = (quota_total: string) =>
        app().call('PUT', account, { token: app().adminToken, form: { quota_total } });
      expect((await setQuota('1')).status).toBe(200);
      await unchanged(async () => {
        const much = new Uint8Array(3 * 1024 * 1024);
        const answer = await send(link, { parent_dir: '/' }, [['much', much]]);
        expect(answer).toMatchObject(refused(443, 'Out of quota.'));
      });
      await setQuota('0');
    });

    it('a library that its maker may not reach any more', async () => {
      const given = await user.makeLibrary(cast().owner, 'Given away');
      const address = await uploadLink(cast().owner, given);
      await user.giveAway(cast().owner, given, 'ben@example.com');
      const answer = await send(address, { parent_dir: '/' }, one);
      expect(answer).toMatchObject(refused(403, 'Access token not found'));
    });
  });
});

describe('POST /seafhttp/upload-aj/{token}', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { uploadLink, send } = uploadCalls(app);

  it('always answers with JSON', async () => {
    const id = await user.makeLibrary(cast().owner, 'Page');
    const link = await uploadLink(cast().owner, id, '?from=web');
    expect(link).toMatch(/^\/seafhttp\/upload-aj\/[0-9a-f-]{36}$/);
    const answer = await send(link, { parent_dir: '/' }, [['a', 'a']]);
    expect(answer).toMatchObject({ status: 200, json: [{ name: 'a', id: idOf('a'), size: 1 }] });
    expect(await send(link, {}, [])).toMatchObject(refused(400, 'No parent_dir given.'));
  });
});
