import { expect, it } from 'vitest';
import { LayoutChoice } from '../../../../src-renderer/features/files/layout-choice.svelte.ts';

function storage(kept: Record<string, string> = {}) {
  return {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
  };
}

it('how folders are laid out is remembered for each person', () => {
  const place = storage();
  const ada = new LayoutChoice(place, 'ada@example.org');
  expect([ada.layout, ada.tile]).toEqual(['list', 136]);
  ada.setLayout('grid');
  ada.setTile(200);
  const again = new LayoutChoice(place, 'ada@example.org');
  expect([again.layout, again.tile]).toEqual(['grid', 200]);
  expect(new LayoutChoice(place, 'ben@example.org').layout).toBe('list');
});

it('what another program left there is not believed', () => {
  for (const kept of ['tiles 1e9', 'grid', 'grid NaN', '', 'grid 5']) {
    const choice = new LayoutChoice(storage({ 'keepfold.files ada': kept }), 'ada');
    expect(choice.tile).toBe(136);
  }
});
