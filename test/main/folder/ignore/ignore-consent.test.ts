import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  consentAfterReading,
  isIgnoreFile,
  patternChange,
} from '../../../../src-main/folder/ignore/ignore-consent.ts';
import { refusalOf } from '../../../support/account-services.ts';
import {
  type FolderWorld,
  freshFolderWorld,
  IGNORE_DEFAULTS,
  OWNER,
  openFolderWorld,
  type Place,
} from '../../../support/folder-world.ts';

vi.setConfig({ testTimeout: 60_000 });

let place: Place;
let world: FolderWorld;

beforeEach(async () => {
  ({ place, world } = await freshFolderWorld());
});

const OFFER = {
  path: 'seafile-ignore.txt',
  reason: 'patterns-offered',
  message:
    'patterns of what is left out came through the library: 1 new, 0 gone; they do not count before you agree',
  values: { added: 1, removed: 0 },
};

/** Somebody else changes the patterns in the library, and the folder has the file then. */
async function bring(folder: { id: string; library_id: string }, text: string): Promise<void> {
  await world.change(folder.library_id, [
    await world.putChange(folder.library_id, '/seafile-ignore.txt', text),
  ]);
  await world.until('the file is here', () => textHere() === text && isIdle(folder.id));
}

async function untilOffered(id: string): Promise<void> {
  await world.until('an offer', () => problemsOf(id).some(({ reason }) => reason === 'patterns-offered'));
}

function textHere(): string {
  try {
    return readFileSync(join(place.root, 'seafile-ignore.txt'), 'utf8');
  } catch {
    return '';
  }
}

const isIdle = (id: string) => world.folders.find(id).state === 'idle';
const problemsOf = (id: string) =>
  world.folders
    .find(id)
    .problems.map(({ path, reason, message, values }) => ({ path, reason, message, values }));

describe('patterns that came through the library', () => {
  it('leave nothing out before the person of this computer agrees', async () => {
    place.write('a.txt', '1');
    const folder = await world.linkAndSettle();
    await bring(folder, '*\n');
    place.write('a.txt', '2');
    place.write('b.txt', 'new');
    await world.untilContent(folder.library_id, ['a.txt: 2', 'b.txt: new', 'seafile-ignore.txt: *\n']);
    await untilOffered(folder.id);
    expect(problemsOf(folder.id)).toEqual([OFFER]);
    expect(await world.folders.ignoreRules(folder.id)).toEqual({
      text: '',
      defaults: IGNORE_DEFAULTS,
      offered: { text: '*\n', added: ['*'], removed: [] },
    });
  });

  it('count once the person agrees, and those that leave out most are told', async () => {
    place.write('a.txt', '1');
    place.write('deep/b.txt', '1');
    const folder = await world.linkAndSettle();
    await bring(folder, '*\n');
    await untilOffered(folder.id);
    expect(await world.folders.agreeToIgnoreRules(folder.id, '*\n')).toMatchObject({
      text: '*\n',
      offered: null,
    });
    await world.until('most is left out', () => problemsOf(folder.id)[0]?.reason === 'mostly-left-out');
    expect(problemsOf(folder.id)).toEqual([
      {
        path: '',
        reason: 'mostly-left-out',
        message: 'the patterns leave out 3 of 3 files here; changes of them are not kept',
        values: { count: 3, of: 3 },
      },
    ]);
    place.write('a.txt', '2');
    await world.folders.whenIdle(folder.id);
    expect(await world.contentOf(folder.library_id)).toEqual([
      'a.txt: 1',
      'deep/b.txt: 1',
      'seafile-ignore.txt: *\n',
    ]);
  });

  it('are agreed to as the person saw them, not as they are by now', async () => {
    const folder = await world.linkAndSettle();
    await bring(folder, '*.log\n');
    await bring(folder, '*\n');
    await untilOffered(folder.id);
    const stale = await refusalOf(() => world.folders.agreeToIgnoreRules(folder.id, '*.log\n'));
    expect(stale).toMatchObject({ code: 'argument-invalid', detail: { field: 'text' } });
    expect(problemsOf(folder.id)).toEqual([OFFER]);
  });

  it('wait over a restart, even where nobody had read them before', async () => {
    const folder = await world.linkAndSettle();
    const change = await world.putChange(folder.library_id, '/seafile-ignore.txt', '*.log\n');
    await world.change(folder.library_id, [change]);
    await world.until('the file is here', () => textHere() === '*.log\n');
    await world.close();
    world = await openFolderWorld(place);
    world.folders.startAll();
    await world.folders.whenIdle(folder.id);
    place.write('b.log', 'b');
    await world.untilContent(folder.library_id, ['b.log: b', 'seafile-ignore.txt: *.log\n']);
    expect(problemsOf(folder.id)).toEqual([OFFER]);
  });

  it('are told when they are gone, and the agreed ones go on', async () => {
    place.write('seafile-ignore.txt', '*.key\n');
    place.write('my.key', 'secret');
    const folder = await world.linkAndSettle();
    await world.change(folder.library_id, [{ op: 'remove', path: '/seafile-ignore.txt' }]);
    await untilOffered(folder.id);
    place.write('a.txt', 'a');
    await world.untilContent(folder.library_id, ['a.txt: a']);
    expect(await world.folders.ignoreRules(folder.id)).toMatchObject({
      text: '*.key\n',
      offered: { text: '', added: [], removed: ['*.key'] },
    });
  });

  it('wait in a folder that is newly linked to a library with patterns', async () => {
    const folder = await world.linkAndSettle();
    await bring(folder, 'drafts/\n');
    const second = join(place.base, 'second');
    mkdirSync(join(second, 'drafts'), { recursive: true });
    writeFileSync(join(second, 'drafts', 'mine.txt'), 'mine');
    const { id } = await world.folders.link({ path: second, library: folder.library_id }, OWNER);
    await world.untilContent(folder.library_id, ['drafts/mine.txt: mine', 'seafile-ignore.txt: drafts/\n']);
    await untilOffered(id);
  });
});

describe('patterns that were written here', () => {
  it('count at once, in place of those that wait', async () => {
    const folder = await world.linkAndSettle();
    await bring(folder, '*\n');
    await untilOffered(folder.id);
    place.write('seafile-ignore.txt', '*.log\n');
    await world.untilContent(folder.library_id, ['seafile-ignore.txt: *.log\n']);
    place.write('b.log', 'b');
    place.write('c.txt', 'c');
    await world.untilContent(folder.library_id, ['c.txt: c', 'seafile-ignore.txt: *.log\n']);
    expect(problemsOf(folder.id)).toEqual([]);
  });

  it('count when they are saved as they wait', async () => {
    const folder = await world.linkAndSettle();
    await bring(folder, '*.log\n');
    await untilOffered(folder.id);
    expect(await world.folders.setIgnoreRules(folder.id, '*.log\n')).toMatchObject({ offered: null });
    place.write('b.log', 'b');
    place.write('c.txt', 'c');
    await world.untilContent(folder.library_id, ['c.txt: c', 'seafile-ignore.txt: *.log\n']);
    expect(problemsOf(folder.id)).toEqual([]);
  });

  it('are told when they leave out most of what is here', async () => {
    for (const name of ['a.raw', 'b.raw', 'c.raw', 'd.txt']) place.write(name, '1');
    const folder = await world.linkAndSettle();
    await world.folders.setIgnoreRules(folder.id, '*.raw\n');
    await world.until('told', () => problemsOf(folder.id).length > 0);
    expect(problemsOf(folder.id)).toEqual([
      {
        path: '',
        reason: 'mostly-left-out',
        message: 'the patterns leave out 3 of 5 files here; changes of them are not kept',
        values: { count: 3, of: 5 },
      },
    ]);
    rmSync(join(place.root, 'seafile-ignore.txt'));
    await world.until('taken back', () => problemsOf(folder.id).length === 0);
  });
});

describe('which text of an ignore file counts', () => {
  it('is what was there when it was first read, then what is changed here', () => {
    const first = consentAfterReading({ agreed: null, offered: null, isTouched: true }, '*.a');
    expect(first).toEqual({ agreed: '*.a', offered: null, isTouched: false });
    const other = consentAfterReading(first, '*.b');
    expect(other).toEqual({ agreed: '*.b', offered: null, isTouched: false });
    const brought = consentAfterReading({ ...other, isTouched: true }, '*.c');
    expect(brought).toEqual({ agreed: '*.b', offered: '*.c', isTouched: false });
    expect(consentAfterReading(brought, '*.c')).toEqual(brought);
    expect(consentAfterReading(brought, '*.d').agreed).toBe('*.d');
  });

  it('is the newer one without a word when only its order or comments are other ones', () => {
    const touched = { agreed: '*.a\n*.b\n', offered: null, isTouched: true };
    const sorted = '# Sorted\n*.b\n*.a\n';
    expect(consentAfterReading(touched, sorted)).toEqual({ agreed: sorted, offered: null, isTouched: false });
  });

  it('is asked for by its patterns, each once', () => {
    expect(patternChange('*.a\n/b\n*.a', '# words\nb\n*.c\n')).toEqual({ added: ['*.c'], removed: ['*.a'] });
  });

  it('is that of a file which a disk may take for it', () => {
    const names = [
      'seafile-ignore.txt',
      'Seafile-IGNORE.TXT',
      '\u017feafile-ignore.txt',
      'a/seafile-ignore.txt',
    ];
    expect(names.map(isIgnoreFile)).toEqual([true, true, true, false]);
  });
});
