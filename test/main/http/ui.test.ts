import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpWorld, httpWorld } from './http-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'keepfold-ui-'));
let world: HttpWorld;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Keepfold</title>');
  writeFileSync(join(folder, 'icon.png'), '');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'old-3c4d.js'), 'export {};');
  world = await httpWorld({ uiFolder: folder });
});

afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const html = { accept: 'text/html,application/xhtml+xml' };
const get = (url: string, headers: Record<string, string> = {}) => world.call('', { url, headers });

describe('the user interface', () => {
  it('is served to anybody, with its content security policy', async () => {
    const page = await get('/');
    expect(page).toMatchObject({ status: 200, text: '<!doctype html><title>Keepfold</title>' });
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    const script = await get('/assets/app-1a2b.js');
    expect(script.headers['content-type']).toMatch(/javascript/);
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('has an icon that browsers need not ask for with each step inside the page', async () => {
    expect((await get('/icon.png')).headers['cache-control']).toBe('public, max-age=86400');
  });

  it('is not sent again to a browser that has it as it is', async () => {
    const { headers } = await get('/');
    const again = await get('/', { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await get('/', { 'if-none-match': '"of-another-version"' })).status).toBe(200);
  });

  it('says how long its page is to those who ask for no more', async () => {
    const head = await world.call('', { method: 'HEAD', url: '/' });
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '38', '']);
  });

  it('is read once, however often strangers ask, and what another version took away is not found', async () => {
    const first = await get('/assets/app-1a2b.js');
    writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'export { other };');
    expect((await get('/assets/app-1a2b.js')).text).toBe(first.text);
    rmSync(join(folder, 'assets', 'old-3c4d.js'));
    expect((await get('/assets/old-3c4d.js')).status).toBe(404);
  });

  it('answers its own addresses with its page, to browsers only', async () => {
    expect(await get('/libraries/x', html)).toMatchObject({
      status: 200,
      text: expect.stringContaining('Keepfold'),
    });
    expect((await get('/libraries/x')).status).toBe(404);
    expect((await get('/assets/gone.js')).status).toBe(404);
    expect((await world.call('', { method: 'POST', url: '/libraries/x', headers: html })).status).toBe(404);
  });

  it('never stands in for an interface', async () => {
    for (const url of ['/api2/nothing', '/api/v2.1/nothing', '/api/x', '/seafhttp/x']) {
      expect([url, (await get(url, html)).status]).toEqual([url, 404]);
    }
  });

  it('reaches no file outside its folder', async () => {
    for (const path of [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/assets/..%5c..%5cx',
    ]) {
      const answer = await get(path);
      expect([path, answer.status >= 400]).toEqual([path, true]);
    }
  });
});
