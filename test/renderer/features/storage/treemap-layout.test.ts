import { describe, expect, it } from 'vitest';
import { layOut } from '../../../../src-renderer/features/storage/treemap-layout.ts';
import type { SizedFolderJson, SizedItemJson } from '../../../../src-shared/storage-api.ts';

const item = (name: string, bytes: number, inside: SizedItemJson['inside'] = []): SizedItemJson => ({
  ...{ name, bytes, is_dir: inside.length > 0, files: 1, inside },
});

function folderOf(items: readonly SizedItemJson[], others = { count: 0, bytes: 0 }): SizedFolderJson {
  const bytes = items.reduce((sum, each) => sum + each.bytes, others.bytes);
  return {
    ...{ path: '/', bytes, files: items.length, items: [...items] },
    ...{ other_items: others.count, other_bytes: others.bytes, other_files: others.count },
  };
}

const SIZE = { width: 400, height: 200 };

describe('a map of a folder', () => {
  it('gives each item room by its bytes', () => {
    const tiles = layOut(folderOf([item('big', 300), item('small', 100)]), SIZE);
    expect(tiles.map(({ name }) => name)).toEqual(['big', 'small']);
    const [big = 0, small = 0] = tiles.map(({ width, height }) => width * height);
    expect(big / small).toBeGreaterThan(2.8);
    expect(big / small).toBeLessThan(3.2);
  });

  it('shows what is in a folder, and the rest of it as one', () => {
    const inside = [{ name: 'a', is_dir: false, bytes: 60, files: 1 }];
    const tiles = layOut(folderOf([item('docs', 100, inside)]), SIZE);
    expect(tiles.map(({ path, bytes, depth }) => [path, bytes, depth])).toEqual([
      [['docs'], 100, 1],
      [['docs', 'a'], 60, 2],
      [null, 40, 2],
    ]);
  });

  it('keeps within its bounds, however many there are and whatever they are called', () => {
    const many = Array.from({ length: 100 }, (_, at) => item(at === 0 ? '../<b>' : `f${at}`, 1_000 - at));
    const tiles = layOut(folderOf(many, { count: 99_900, bytes: 50_000 }), SIZE);
    expect(tiles.length).toBeGreaterThan(50);
    for (const { x, y, width, height } of tiles) {
      expect([x >= 0, y >= 0, x + width <= SIZE.width, y + height <= SIZE.height]).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }
    expect(new Set(tiles.map(({ key }) => key)).size).toBe(tiles.length);
  });

  it('is nothing of nothing, and without room', () => {
    expect(layOut(folderOf([item('empty', 0)]), SIZE)).toEqual([]);
    expect(layOut(folderOf([item('big', 300)]), { width: 0, height: 200 })).toEqual([]);
  });
});
