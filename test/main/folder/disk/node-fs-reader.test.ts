import { lstatSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_MODE } from '../../../../src-main/core/folder/folder-entry.ts';
import { createNodeFsReader, statOf } from '../../../../src-main/folder/disk/node-fs-reader.ts';
import { temporaryPlace } from '../../../support/folder-world.ts';

describe('the mode of a file', () => {
  it('is what the system says, and on Windows nothing', () => {
    const stat = lstatSync(import.meta.filename);
    expect(statOf(stat, 'linux').mode).toBe(stat.mode);
    expect(statOf(stat, 'win32').mode).toBe(NO_MODE);
  });
});

describe('reading a linked folder', () => {
  it('gives content piece by piece until it ends', () => {
    const place = temporaryPlace();
    place.write('d/a', 'content');
    const reader = createNodeFsReader(place.root);
    onTestFinished(() => reader.release());
    const file = reader.open('d/a');
    const room = Buffer.alloc(4);
    const pieces: string[] = [];
    for (let got = file.read(room); got > 0; got = file.read(room))
      pieces.push(room.toString('utf8', 0, got));
    expect(pieces).toEqual(['cont', 'ent']);
    expect(file.stat()).toMatchObject({ kind: 'file', sizeBytes: 7 });
    file.close();
  });

  it.skipIf(process.platform !== 'linux')('says which names are no UTF-8, and opens no link', () => {
    const place = temporaryPlace();
    place.write('a', 'a');
    symlinkSync(join(place.root, 'a'), join(place.root, 'link'));
    symlinkSync('/', Buffer.concat([Buffer.from(`${place.root}/`), Buffer.from([0xff])]));
    const reader = createNodeFsReader(place.root);
    onTestFinished(() => reader.release());
    const names = reader.openFolder('').names();
    expect(
      names
        .filter(({ isUtf8 }) => isUtf8)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['a', 'link']);
    expect(names).toHaveLength(3);
    expect(() => reader.open('link')).toThrow(expect.objectContaining({ code: 'ELOOP' }));
    expect(readdirSync(place.root)).toHaveLength(3);
  });
});
