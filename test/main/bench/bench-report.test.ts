import { describe, expect, it } from 'vitest';
import { tablesIn, withSections } from '../../bench/bench-report.mjs';

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

  it('takes the place of the sections of the same titles, and of nothing else', () => {
    const old = '### Import\n\nold\n\n| a |\n\n### Pages\n\nkept';
    const page = `# Title\n\n${BEGIN}\n\n${old}\n\n${END}\n\nafter\n`;
    const measured = [
      { title: 'Clients', text: 'first' },
      { title: 'Import', text: 'new' },
    ];

    const sections = '### Import\n\nnew\n\n### Clients\n\nfirst\n\n### Pages\n\nkept';
    expect(withSections(page, measured, ['Import', 'Clients', 'Pages'])).toBe(
      `# Title\n\n${BEGIN}\n\n${sections}\n\n${END}\n\nafter\n`,
    );
  });

  it('refuses a page that has no place for it', () => {
    expect(() => withSections('# Title\n', [], [])).toThrow('The page has no place for the figures.');
  });
});
