import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeIcons } from '../../../resources/build/icons.mjs';
import { pictureHeader } from '../../../src-main/pictures/picture-header.ts';
import { LANGUAGES } from '../../../src-shared/languages.ts';

const root = join(import.meta.dirname, '../../..');
const config = parse(await readFile(join(root, 'electron-builder.yml'), 'utf8'));

describe('the configuration of the packages', () => {
  it('registers the scheme of links, and names no place to look for updates', () => {
    expect(config).toMatchObject({ protocols: [{ schemes: ['keepfold'] }], publish: null });
    const kinds = ['linux', 'mac', 'win'].map((system) =>
      config[system].target.map(({ target }: { target: string }) => target),
    );
    expect(kinds).toEqual([['deb', 'rpm', 'AppImage'], ['dmg', 'zip'], ['nsis']]);
  });

  it('has AppImages start without libfuse2, and not switch the sandbox off by themselves', () => {
    expect(config.toolsets).toEqual({ appimage: '1.0.3' });
    expect(config.appImage).toEqual({ executableArgs: [] });
  });

  it('signs the app for macOS ad hoc once its switches are set, whether or not there is a certificate', () => {
    expect(config.electronFuses.resetAdHocDarwinSignature).toBe(true);
    // A certificate goes over that signature later; without one nothing else may be asked of it.
    expect(config.mac).not.toHaveProperty('identity');
    expect(config).not.toHaveProperty('forceCodeSigning');
  });

  it('keeps of Electron the languages that the app has, English as both kinds of dates have it', () => {
    const others = LANGUAGES.map(({ key }) => key).filter((key) => key !== 'en');
    expect(config.electronLanguages).toEqual(['en-US', 'en-GB', ...others]);
  });

  it('asks no keychain for the cookies that no page has', () => {
    expect(config.electronFuses.enableCookieEncryption).toBe(false);
  });

  it('names the page of the project, without which no .deb and no .rpm is made', async () => {
    const { homepage } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(homepage).toBe('https://keepfold.example');
  });
});

describe('the icon on Linux', () => {
  const sizes = [16, 24, 32, 48, 64, 96, 128, 256, 512];
  const folder = join(root, 'resources/icons');

  it.each(sizes)('is there with %i pixels', async (size) => {
    expect(config.linux.icon).toBe('icons');
    expect(pictureHeader(await readFile(join(folder, `${size}x${size}.png`)))).toEqual({
      kind: 'png',
      width: size,
      height: size,
    });
  });

  it('is what the script makes of the large one', async () => {
    const made = await makeIcons();
    expect(made.map(({ name }) => name)).toEqual(sizes.map((size) => `${size}x${size}.png`));
    for (const { name, bytes } of made) {
      expect(Buffer.compare(bytes, await readFile(join(folder, name))), name).toBe(0);
    }
  });
});
