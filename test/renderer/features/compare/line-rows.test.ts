import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { rowCount } from '../../../../src-renderer/features/compare/line-text.ts';
import LinesFixture from './LinesFixture.svelte';

const PIECES = [
  'a',
  'some',
  'words',
  'extraordinarily-long/paths.and_names',
  '(',
  ')',
  '“quoted”',
  '…',
  '!',
  ',',
];
const COLUMNS = 24;
const ROW_HEIGHT = 18;

/** The same numbers at each run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state;
  };
}

function randomLine(next: () => number): string {
  const words = Array.from({ length: 3 + (next() % 20) }, () => PIECES[(next() >> 8) % PIECES.length] ?? '');
  return words.map((word) => word + ' '.repeat((next() >> 8) % 3)).join('');
}

describe('the room that a line is given', () => {
  it('is what a browser takes', async () => {
    const next = sequence(7);
    const lines = Array.from({ length: 400 }, () => randomLine(next));
    await render(LinesFixture, { lines, columns: COLUMNS });
    const shown = (index: number) => document.querySelector(`[data-line="${index}"]`);
    expect(lines.map((line, index) => shown(index)?.textContent?.slice(0, line.length))).toEqual(lines);
    const wrong: string[] = [];
    for (const [index, line] of lines.entries()) {
      const height = shown(index)?.getBoundingClientRect().height ?? 0;
      const rows = Math.round(height / ROW_HEIGHT);
      const given = rowCount(line, COLUMNS);
      if (given !== rows) wrong.push(`${given} for ${rows}: ${line}`);
    }
    expect(wrong).toEqual([]);
  });
});
