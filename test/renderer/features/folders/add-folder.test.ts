import { describe, expect, it } from 'vitest';
import { createApi } from '../../../../src-renderer/api/api.ts';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import { AddFolder } from '../../../../src-renderer/features/folders/add-folder.svelte.ts';
import { linkedFolder } from '../../builders.ts';
import { answering } from '../../fake-http.ts';

const preflight = {
  path: '/home/ada/Trip photos',
  refusal: '',
  refusal_reason: '',
  warnings: [],
  said: [],
  files: 3,
  folders: 1,
  bytes: 9,
  ignored: 0,
  truncated: false,
};

describe('adding a folder', () => {
  it('names the library after the folder and links it', async () => {
    const http = answering({ 'GET folders/preflight/': preflight, 'POST folders/': linkedFolder({}) });
    const adding = new AddFolder(createApi(http), null);
    await adding.check('/home/ada/Trip photos/');
    expect([adding.step, adding.name, adding.canLink]).toEqual(['confirm', 'Trip photos', true]);
    expect(await adding.link()).toMatchObject({ id: 'folder-1' });
    expect(http.calls[1]?.body).toEqual({ path: '/home/ada/Trip photos', name: 'Trip photos' });
  });

  it('links to the library it was opened for', async () => {
    const http = answering({ 'GET folders/preflight/': preflight, 'POST folders/': linkedFolder({}) });
    const adding = new AddFolder(createApi(http), { id: 'library-7', encrypted: false });
    await adding.check('/home/ada/Trip photos');
    await adding.link();
    expect(http.calls[1]?.body).toEqual({ path: '/home/ada/Trip photos', library: 'library-7' });
  });

  it('makes an encrypted library once there is a password', async () => {
    const http = answering({ 'GET folders/preflight/': preflight, 'POST folders/': linkedFolder({}) });
    const adding = new AddFolder(createApi(http), null);
    await adding.check('/home/ada/Trip photos');
    adding.isEncrypted = true;
    expect([adding.needsPassword, adding.canLink]).toEqual([true, false]);
    adding.password = 'correct horse';
    adding.remember = true;
    await adding.link();
    expect(http.calls[1]?.body).toEqual({
      path: '/home/ada/Trip photos',
      name: 'Trip photos',
      encrypt: true,
      password: 'correct horse',
      remember: true,
    });
  });

  it('asks for the password of an encrypted library, and keeps a password to itself that is not needed', async () => {
    const http = answering({ 'GET folders/preflight/': preflight, 'POST folders/': linkedFolder({}) });
    const adding = new AddFolder(createApi(http), { id: 'library-7', encrypted: true });
    await adding.check('/home/ada/Trip photos');
    expect(adding.canLink).toBe(false);
    adding.password = 'correct horse';
    await adding.link();
    expect(http.calls[1]?.body).toEqual({
      path: '/home/ada/Trip photos',
      library: 'library-7',
      password: 'correct horse',
      remember: false,
    });
  });

  it('does not link a folder that is refused', async () => {
    const http = answering({ 'GET folders/preflight/': { ...preflight, refusal: 'It is linked already.' } });
    const adding = new AddFolder(createApi(http), null);
    await adding.check('/home/ada');
    expect(adding.canLink).toBe(false);
    expect(await adding.link()).toBeNull();
    expect(http.calls).toHaveLength(1);
  });

  it('goes back to choosing when the check fails', async () => {
    const http = answering({ 'GET folders/preflight/': new ApiError('folder-not-found', 'gone') });
    const adding = new AddFolder(createApi(http), null);
    await adding.check('/nowhere');
    expect([adding.step, adding.problem?.code]).toEqual(['choose', 'folder-not-found']);
  });
});
