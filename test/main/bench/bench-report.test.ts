import { describe, expect, it } from 'vitest';
import { joinReport, replaceReport, tablesIn } from '../../bench/bench-report.mjs';

const BEGIN = '<!-- Written by `npm run bench`; edit nothing from here on. -->';
const END = '<!-- End of what `npm run bench` writes. -->';

describe('the report of the benchmarks', () => {
  it('takes tables and their headings out of what the harness prints', () => {
    const output = [
      'small rep 0 git import 0.1 s',
      '',
      '### small / import',
      '',
      '| tool |',
      '|---|',
      '| cp |',
    ];

    expect(tablesIn(output.join('\n'))).toBe('#### small / import\n\n| tool |\n|---|\n| cp |');
  });

  it('keeps tables apart', () => {
    const output = ['| a |', '|---|', '| 1 |', 'progress', '| b |', '|---|', '| 2 |'];

    expect(tablesIn(output.join('\n'))).toBe('| a |\n|---|\n| 1 |\n\n| b |\n|---|\n| 2 |');
  });

  it('leaves out parts that measured nothing', () => {
    const sections = [
      { title: 'Import', tables: '| a |' },
      { title: 'Clients', tables: '' },
    ];

    expect(joinReport('A machine.', sections)).toBe('A machine.\n\n### Import\n\n| a |');
  });

  it('takes the place of the one before, and of nothing else', () => {
    const page = `# Title\n\n${BEGIN}\n\nold\n\n${END}\n\nafter\n`;

    expect(replaceReport(page, 'new')).toBe(`# Title\n\n${BEGIN}\n\nnew\n\n${END}\n\nafter\n`);
    expect(() => replaceReport('# Title\n', 'new')).toThrow('The page has no place for the figures.');
  });
});
