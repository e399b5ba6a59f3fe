import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepChoice } from '../../../resources/launch/closing-choice.mjs';
import { askLauncherToOpen } from '../../../resources/launch/launcher-channel.mjs';
import { WindowKeeper } from '../../../resources/launch/window-keeper.mjs';
import { temporaryDataFolder } from '../../support/disk-store.ts';

const WITHIN = { timeout: 20_000, interval: 10 };

/**
 * Stands for a browser: tells its number and what page it was given, and stays until it is ended. As a real one it ends
 * well when it is asked to.
 */
const BROWSER = `#!/bin/sh
page="$(echo "$1" | sed 's|^--app=file://||')"
address="$(sed -n 's|.*url=\\(.*\\)">|\\1|p' "$page")"
trap 'kill $!; exit 0' TERM
sleep 60 &
echo "$$ $address" >> "$SEEN/opened"
wait $!
`;

let folder: ReturnType<typeof temporaryDataFolder>;
let keeper: WindowKeeper;
let ends: number;
let said: string[];

const opened = (): string[][] => {
  const file = join(folder.path, 'opened');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => line.split(' '));
};

/** The window that was opened as the so-and-so-many-th. */
async function nth(count: number) {
  await vi.waitUntil(() => opened().length >= count, WITHIN);
  const [pid, address = ''] = opened()[count - 1] ?? [];
  return { address, close: () => process.kill(Number(pid), 'SIGTERM') };
}

const answer = (address: string, form: Record<string, string>) =>
  fetch(address, { method: 'POST', body: new URLSearchParams(form) });

beforeEach(() => {
  folder = temporaryDataFolder();
  const browser = join(folder.path, 'browser');
  writeFileSync(browser, BROWSER, { mode: 0o755 });
  vi.stubEnv('KEEPFOLD_BROWSER', browser);
  vi.stubEnv('SEEN', folder.path);
  vi.stubEnv('DISPLAY', ':0');
  vi.stubEnv('CI', undefined);
  vi.stubEnv('XDG_CONFIG_HOME', join(folder.path, 'config'));
  said = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  ends = 0;
  keeper = new WindowKeeper(join(folder.path, 'window'), {
    newAddress: async () => 'http://127.0.0.1:1/again',
    end: () => {
      ends += 1;
    },
  });
});
afterEach(() => {
  keeper.end();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  folder.remove();
});

const open = () => keeper.open('http://127.0.0.1:1/first');
const isSaid = (text: string) => vi.waitUntil(() => said.join('').includes(text), WITHIN);

describe.runIf(process.platform === 'linux')('an app window that was closed', () => {
  it('is followed by the question what that means, in the language of its person', async () => {
    expect(await open()).toBe('window');
    (await nth(1)).close();
    const { address } = await nth(2);
    const ask = async (language: string) => {
      const page = await fetch(address, { headers: { 'Accept-Language': language } });
      return { policy: page.headers.get('content-security-policy'), text: await page.text() };
    };
    const { policy, text } = await ask('en-GB,en;q=0.9');
    expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; form-action 'self';/);
    expect(text).toContain('<h1>Keep saving your folders without the window?</h1>');
    expect((await ask('de-AT,de;q=0.9')).text).toContain(
      '<h1>Deine Ordner ohne Fenster weiter sichern?</h1>',
    );
  });

  it('ends Keepfold when that is the answer, and the next time too where it is to be remembered', async () => {
    await open();
    (await nth(1)).close();
    const question = await nth(2);
    expect((await answer(question.address, { answer: 'quit', remember: 'yes' })).status).toBe(204);
    await isSaid('keepfold: the window is closed, and Keepfold ends\n');
    expect(ends).toBe(1);
    await open();
    (await nth(3)).close();
    await vi.waitUntil(() => ends === 2, WITHIN);
    expect(opened()).toHaveLength(3);
    expect(said.join('')).toContain('"npm start -- --ask-closing" has you asked again');
  });

  it('leaves Keepfold running where the question is closed too', async () => {
    await open();
    (await nth(1)).close();
    (await nth(2)).close();
    await isSaid('keepfold: the window is closed, and Keepfold goes on saving');
    expect(ends).toBe(0);
  });

  it('opens again when that is the answer', async () => {
    await open();
    (await nth(1)).close();
    await answer((await nth(2)).address, { answer: 'reopen' });
    expect((await nth(3)).address).toBe('http://127.0.0.1:1/again');
    expect(said).toEqual([]);
  });

  it('is not asked about where its person has chosen to go on', async () => {
    keepChoice('keep-running');
    await open();
    (await nth(1)).close();
    await isSaid('keepfold: the window is closed, and Keepfold goes on saving');
    expect([opened().length, ends]).toEqual([1, 0]);
  });

  it('is opened again by another start, also in the place of the question', async () => {
    const place = join(folder.path, 'window');
    await open();
    (await nth(1)).close();
    await nth(2);
    expect(await askLauncherToOpen(place)).toBe('window');
    expect((await nth(3)).address).toBe('http://127.0.0.1:1/again');
    keeper.end();
    expect(await askLauncherToOpen(place)).toBeNull();
  });

  it('goes with the server that ends by itself, and asks nothing', async () => {
    await open();
    await nth(1);
    keeper.end();
    const [pid] = opened()[0] ?? [];
    await vi.waitUntil(() => !existsSync(`/proc/${pid}`), WITHIN);
    expect([opened().length, said]).toEqual([1, []]);
  });

  it('is a tab where its browser refused to start', async () => {
    writeFileSync(join(folder.path, 'browser'), '#!/bin/sh\nexit 1\n');
    const tab = join(folder.path, 'xdg-open');
    writeFileSync(tab, '#!/bin/sh\necho "$1" > "$SEEN/tab.new" && mv "$SEEN/tab.new" "$SEEN/tab"\n', {
      mode: 0o755,
    });
    vi.stubEnv('PATH', `${folder.path}:${process.env['PATH']}`);
    await open();
    await vi.waitUntil(() => existsSync(join(folder.path, 'tab')), WITHIN);
    expect(readFileSync(join(folder.path, 'tab'), 'utf8')).toBe(`${folder.path}/window/keepfold.html\n`);
    const told = 'keepfold: its window could not be opened; a tab of your browser takes its place\n';
    expect([said, ends]).toEqual([[told], 0]);
  });

  it('takes answers from nobody who does not know where to', async () => {
    await open();
    (await nth(1)).close();
    const { address } = await nth(2);
    const guess = address.replace(/\/[0-9a-f]{48}\//, `/${'0'.repeat(48)}/`);
    expect(guess).not.toBe(address);
    expect((await answer(guess, { answer: 'quit' })).status).toBe(404);
    expect((await answer(address, { answer: 'explode' })).status).toBe(204);
    expect((await fetch(address.replace('127.0.0.1', 'localhost'))).status).toBe(404);
    expect(ends).toBe(0);
    const record = join(folder.path, 'window/launcher.json');
    rmSync(record);
    expect(await askLauncherToOpen(join(folder.path, 'window'))).toBeNull();
  });
});
