import Folder from '@lucide/svelte/icons/folder';
import { describe, expect, it } from 'vitest';
import {
  keepChoice,
  matchingEntries,
  type PaletteEntry,
  recentChoices,
  searchedEntries,
} from '../../../../src-renderer/features/palette/palette-search.ts';

function entry(id: string, fields: Partial<PaletteEntry> = {}): PaletteEntry {
  return { id, group: 'libraries', label: id, icon: Folder, run: () => undefined, ...fields };
}

function found(entries: readonly PaletteEntry[], typed: string, recent: readonly string[] = []): string[] {
  return matchingEntries(searchedEntries(entries), typed, recent).map(({ id }) => id);
}

describe('what the palette finds', () => {
  it('puts names that begin with the letters before those that have them in a later word, or inside', () => {
    const entries = [entry('Repaint'), entry('Old paintings'), entry('Paint')];
    expect(found(entries, 'pain')).toEqual(['Paint', 'Old paintings', 'Repaint']);
  });

  it('needs every word that was typed, wherever each of them is', () => {
    const history = entry('Photos history', { label: 'Photos', note: 'History', isHidden: true });
    const entries = [entry('Photos'), history, entry('Help', { words: 'guide manual' })];
    expect(found(entries, 'hist pho')).toEqual(['Photos history']);
    expect(found(entries, 'photos')).toEqual(['Photos', 'Photos history']);
    expect(found(entries, 'manual')).toEqual(['Help']);
    expect(found(entries, 'photos nothing')).toEqual([]);
  });

  it('takes letters with and without accents, in any case, and parts between signs', () => {
    const entries = [entry('Bücher'), entry('Taxes-2025')];
    expect(found(entries, 'BUCH')).toEqual(['Bücher']);
    expect(found(entries, 'büch')).toEqual(['Bücher']);
    expect(found(entries, '2025')).toEqual(['Taxes-2025']);
    expect(found(entries, '-2025')).toEqual(['Taxes-2025']);
  });

  it('lists all but the parts of libraries before anything is typed', () => {
    expect(found([entry('a'), entry('b', { isHidden: true })], '  ')).toEqual(['a']);
  });

  it('prefers what was chosen lately among what fits as well', () => {
    const entries = [entry('Notes one'), entry('Notes two')];
    expect(found(entries, 'notes', ['Notes two'])).toEqual(['Notes two', 'Notes one']);
  });

  it('shows sixty of hundreds', () => {
    const many = Array.from({ length: 500 }, (_, index) => entry(`Library ${index}`));
    expect(found(many, 'lib').length).toBe(60);
    expect(found(many, 'lib 499')).toEqual(['Library 499']);
  });
});

describe('recent choices', () => {
  it('are the last five, newest first, each once', () => {
    window.localStorage.clear();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) keepChoice(window.localStorage, id);
    expect(recentChoices(window.localStorage)).toEqual(['b', 'f', 'e', 'd', 'c']);
  });

  it('are none where something else was stored', () => {
    for (const stored of ['{', '{}', '[1]', 'null']) {
      window.localStorage.setItem('keepfold.recent-choices', stored);
      expect(recentChoices(window.localStorage)).toEqual([]);
    }
    window.localStorage.clear();
  });
});
