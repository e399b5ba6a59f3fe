import { describe, expect, it } from 'vitest';
import { verdict } from '../../../src-renderer/format/verdict.ts';
import type { LinkedFolderJson, LocalLibraryJson } from '../../../src-shared/local-api.ts';
import { linkedFolder, localLibrary } from '../builders.ts';

const NOW = 1_700_000_120;
const linked = (folder: Partial<LinkedFolderJson>): LocalLibraryJson =>
  localLibrary({ folder: linkedFolder(folder) });
const ask = (libraries: readonly LocalLibraryJson[], issueCount = 0) =>
  verdict({ libraries, issueCount, nowSeconds: NOW });

describe('the answer to "am I safe?"', () => {
  it('is yes when everything is up to date, with the time of the last change', () => {
    expect(ask([linked({}), linked({})])).toEqual({
      tone: 'calm',
      sentence: 'Everything is safe',
      text: 'All 2\u00a0linked folders are up to date. The last change was saved 2 minutes ago.',
    });
  });

  it('takes the last change from the libraries whose time is one', () => {
    const libraries = [linked({}), localLibrary({ mtime: 9_007_199_254_740_991 })];
    expect(ask(libraries).text).toContain('The last change was saved 2 minutes ago.');
    expect(ask(libraries.slice(1)).text).toContain('unknown time');
  });

  it('never says that something was saved at a time to come', () => {
    const ahead = localLibrary({ mtime: 253_402_300_799 });
    expect(ask([linked({}), ahead]).text).toContain('The last change was saved 2 minutes ago.');
    expect(ask([ahead]).text).toContain('The last change was saved with a wrong clock.');
  });

  it('does not promise anything about folders where none is linked', () => {
    expect(ask([localLibrary({})])).toMatchObject({ tone: 'calm', sentence: 'Your libraries are safe' });
  });

  it('counts what waits for somebody', () => {
    expect(ask([linked({})], 1).sentence).toBe('Your files are safe, and one thing waits for you');
    expect(ask([linked({})], 3)).toMatchObject({
      tone: 'attention',
      sentence: 'Your files are safe, and 3 things wait for you',
    });
  });

  it('says before all else that changes are not being saved', () => {
    expect(ask([linked({ state: 'error' })], 1)).toMatchObject({
      tone: 'trouble',
      sentence: 'Changes of your folder are not being saved',
    });
    expect(ask([linked({ state: 'error' }), linked({ state: 'syncing' })], 4).sentence).toBe(
      'Changes of 1 of 2 folders are not being saved',
    );
  });

  it('tells a pause, and work that is going on', () => {
    expect(ask([linked({ state: 'paused' })]).sentence).toBe('One folder is paused');
    expect(ask([linked({ state: 'syncing' })])).toMatchObject({ tone: 'busy' });
  });
});
