import { beforeAll, describe, expect, it } from 'vitest';
import { UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { uploadCalls } from '../../support/uploads.ts';
import { libraryNotFound, PERMISSION_DENIED, useCast, userCalls } from '../../support/user-calls.ts';

describe('a file that comes in parts', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { uploadLink, sendRaw, textOf } = uploadCalls(app);
  let id = '';
  let link = '';

  beforeAll(async () => {
    id = await user.makeLibrary(cast().owner, 'Parts');
    link = await uploadLink(cast().owner, id);
  });

  const asked = (query: string, token = cast().owner, library = id) =>
    app().call('GET', `/api/v2.1/repos/${library}/file-uploaded-bytes/?${query}`, { token });
  const bytesOf = async (name: string) =>
    (await asked(`parent_dir=/&file_name=${encodeURIComponent(name)}`)).json;
  const sendPart = (name: string, range: string, content: string) => {
    const body = new FormData();
    body.append('parent_dir', '/');
    body.append('file', new Blob([content]), 'blob');
    const disposition = `attachment; filename="${encodeURIComponent(name)}"`;
    const headers = { 'Content-Range': `bytes ${range}`, 'Content-Disposition': disposition };
    return sendRaw(`${link}?ret-json=1`, { headers, body });
  };

  it('is in the library once its last part is here', async () => {
    const name = 'Übung 1.txt';
    const before = (await user.state(cast().owner, id)).head_commit_id;
    expect(await sendPart(name, '0-3/10', 'abcd')).toMatchObject({ status: 200, json: { success: true } });
    expect(await bytesOf(name)).toEqual({ uploadedBytes: 4 });
    expect(await sendPart(name, '4-7/10', 'efgh')).toMatchObject({ status: 200, json: { success: true } });
    expect((await user.state(cast().owner, id)).head_commit_id).toBe(before);
    const done = await sendPart(name, '8-9/10', 'ij');
    expect(done).toMatchObject({ status: 200, json: [{ name, size: 10 }] });
    expect(await textOf(cast().owner, id, `/${name}`)).toBe('abcdefghij');
    expect(await bytesOf(name)).toEqual({ uploadedBytes: 0 });
  });

  it('may send a part again, and begin anew', async () => {
    await sendPart('again', '0-3/6', 'xxxx');
    await sendPart('again', '0-3/6', 'abcd');
    await sendPart('again', '2-3/6', 'CD');
    expect(await sendPart('again', '4-5/6', 'ef')).toMatchObject({ status: 200 });
    expect(await textOf(cast().owner, id, '/again')).toBe('abCDef');
  });

  it('says that it may, and how much is here', async () => {
    const answer = await asked('parent_dir=/&file_name=new');
    expect(answer).toMatchObject({ status: 200, json: { uploadedBytes: 0 } });
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
  });

  it('is refused with a gap, another length, or a range or name that is none', async () => {
    const invalid = { status: 400, json: { error: 'Invalid argument Content-Range.' } };
    expect(await sendPart('gap', '5-6/10', 'xx')).toMatchObject(invalid);
    expect(await sendPart('short', '0-4/10', 'xx')).toMatchObject(invalid);
    expect(await sendPart('long', '0-1/10', 'xxx')).toMatchObject(invalid);
    expect(await sendPart('odd', '5-1/10', 'x')).toMatchObject(invalid);
    expect(await sendPart('odd', '0-9/5', 'x')).toMatchObject(invalid);
    expect(await bytesOf('long')).toEqual({ uploadedBytes: 0 });
    const named = await sendPart('../x', '0-0/2', 'x');
    expect(named).toMatchObject({ status: 400, json: { error: 'invalid fileName: ../x.' } });
    const huge = await sendPart('huge', '0-0/99999999999999', 'x');
    expect(huge).toMatchObject({ status: 442, json: { error: 'File size is too large.' } });
  });

  it('keeps what came before a part that failed', async () => {
    await sendPart('kept', '0-3/10', 'abcd');
    expect((await sendPart('kept', '4-9/10', 'e')).status).toBe(400);
    expect(await bytesOf('kept')).toEqual({ uploadedBytes: 4 });
  });

  it('is known only to those who may read the library, where it would lie', async () => {
    const invalid = (field: string) => ({ status: 400, json: { error_msg: `${field} invalid.` } });
    expect(await asked('file_name=x')).toMatchObject(invalid('parent_dir'));
    expect(await asked('parent_dir=/')).toMatchObject(invalid('file_name'));
    expect(await asked('parent_dir=/&file_name=..')).toMatchObject(invalid('file_name'));
    const { status, body } = libraryNotFound(UNKNOWN_LIBRARY);
    const unknown = await asked('parent_dir=/&file_name=x', cast().owner, UNKNOWN_LIBRARY);
    expect(unknown).toMatchObject({ status, json: body });
    const strange = await asked('parent_dir=/&file_name=x', cast().stranger);
    expect(strange).toMatchObject({ status: 403, json: PERMISSION_DENIED.body });
    const nowhere = await asked('parent_dir=/nowhere&file_name=x');
    expect(nowhere).toMatchObject({ status: 404, json: { error_msg: 'Folder /nowhere not found.' } });
  });

  it('comes in one request to an encrypted library, where nothing may lie about unencrypted', async () => {
    const form = { name: 'Secret', passwd: 'correct horse' };
    const { json } = await app().call('POST', '/api2/repos/', { token: cast().owner, form });
    const secret = (json as { repo_id: string }).repo_id;
    const answer = await asked('parent_dir=/&file_name=x', cast().owner, secret);
    expect(answer).toMatchObject({ status: 200, json: { uploadedBytes: 0 } });
    expect(answer.headers.get('accept-ranges')).toBeNull();
  });
});
