import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeRecoveryFiles } from '../../../src-main/app/data-dir.ts';
import { resourcesDir } from '../../../src-main/app/version.ts';
import { encryptBlock, fileKeyOf, withOtherPassword } from '../../../src-main/core/library/encryption.ts';
import type { LibraryEncryption } from '../../../src-main/core/library/library.ts';
import { encodeFile } from '../../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../../src-main/core/objects/object-id.ts';
import { ANNA } from '../../support/account-services.ts';
import { dataFolder, openDataWorld } from '../../support/data-world.ts';
import { deriveHere } from '../../support/derive-here.ts';
import { contentOf, script, targetFolder } from '../../support/recovery-script.ts';
import { fileDirent } from '../../support/trees.ts';

const PASSWORD = 'correct horse';

describe('the script that restores without the program', { timeout: 30_000 }, () => {
  /** An encrypted library with one file, and what opens it. */
  async function withSecret(version: 2 | 4) {
    const path = dataFolder();
    const world = await openDataWorld(path);
    placeRecoveryFiles({ path }, resourcesDir());
    const request = { name: 'Secret', password: PASSWORD, encryptionVersion: version };
    const { library } = (await world.libraries.create(ANNA, request)).view;
    const { encryption, id } = library;
    if (encryption === null) throw new Error('an encrypted library expected');
    const block = encryptBlock(await fileKeyOf(encryption, PASSWORD), Buffer.from('hidden'));
    const file = encodeFile({ blockIds: [objectIdOf(block)], sizeBytes: 6 });
    const objects = world.store.objects.library(id);
    await objects.write('block', objectIdOf(block), block);
    await objects.write('fs', file.id, file.bytes);
    const dirent = { ...fileDirent('hidden'), id: file.id };
    await world.commit(id, { op: 'put', path: '/s.txt', dirent });
    await world.store.close();
    return { path, id, encryption };
  }

  it.each([2, 4] as const)('opens an encrypted library of version %i with its password', async (version) => {
    const { path } = await withSecret(version);
    const target = targetFolder();
    expect(await script(path, 'restore', 'Secret', target, '--password', PASSWORD)).toMatchObject({
      code: 0,
    });
    expect(contentOf(target)).toEqual({ 's.txt': 'hidden' });
    const refused = targetFolder();
    const wrong = await script(path, 'restore', 'Secret', refused, '--password', 'wrong');
    expect([wrong.code, wrong.err.trim()]).toEqual([1, 'the password is wrong']);
    expect((await script(path, 'restore', 'Secret', refused)).err).toContain('give --password');
    expect(existsSync(refused)).toBe(false);
  });

  /** As somebody types from paper what the recovery sheet says. */
  function typedSheet(id: string, { version, salt, randomKey, magic }: LibraryEncryption): string {
    const typed = (digits: string) =>
      (digits.match(/.{1,4}/g) ?? []).join(' ').replace(/(.{40}) /g, '$1\n  ');
    const salted = salt === '' ? '' : `salt ${typed(salt.toUpperCase())}\n`;
    return `Library: ${id}\nenc_version ${version}\n${salted}random_key: ${typed(randomKey)}\nmagic ${typed(magic)}\n`;
  }

  it.each([2, 4] as const)(
    'opens versions of version %i from before a change of the password by the recovery sheet and the new one',
    async (version) => {
      const { path, id, encryption } = await withSecret(version);
      const passwords = { from: PASSWORD, to: 'another password' };
      const changed = await withOtherPassword(encryption, id, passwords, deriveHere.derive);
      const sheet = join(path, 'sheet.txt');
      writeFileSync(sheet, typedSheet(id, changed));
      const restore = (target: string, password: string) =>
        script(path, 'restore', 'Secret', target, '--sheet', sheet, '--password', password);
      const target = targetFolder();
      expect(await restore(target, 'another password')).toMatchObject({ code: 0, err: '' });
      expect(contentOf(target)).toEqual({ 's.txt': 'hidden' });
      expect((await restore(targetFolder(), PASSWORD)).err.trim()).toBe(
        'the password is wrong, or a line of the sheet',
      );
    },
  );

  it('says what is wrong with a recovery sheet', async () => {
    const { path, id, encryption } = await withSecret(4);
    const sheet = join(path, 'sheet.txt');
    const refusal = async (text: string) => {
      writeFileSync(sheet, text);
      const words = ['restore', 'Secret', targetFolder(), '--sheet', sheet, '--password', PASSWORD];
      return (await script(path, ...words)).err.trim();
    };
    const good = typedSheet(id, encryption);
    const other = 'd17bf8ca-3019-40ee-8fdb-0258c89fb762';
    expect(await refusal(good.replace(id, other))).toBe(`the sheet is of the library ${other}, not ${id}`);
    expect(await refusal(good.replace(/[0-9a-f]\nmagic/, '\nmagic'))).toBe(
      'random_key has to have 96 digits on the sheet',
    );
    expect(await refusal(`library ${id}\nenc_version 4`)).toBe('the sheet has no random_key');
    expect(await refusal(good.replace('enc_version 4', 'enc_version 9'))).toBe(
      'encryption of version 9 cannot be read here',
    );
  });
});
