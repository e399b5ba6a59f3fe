import { describe, expect, it } from 'vitest';
import { plainName, shownName } from '../../../../src-main/http/public/shown-names.ts';

describe('a name on a page for visitors', () => {
  it.each([
    ['plain.txt', 'plain.txt', '<bdi>plain.txt</bdi>'],
    [`<b>"'&`, `<b>"'&`, '<bdi>&lt;b&gt;&quot;&#39;&amp;</bdi>'],
    ['a\u202ecod.exe', 'a[U+202E]cod.exe', '<bdi>a<span class="mark">U+202E</span>cod.exe</bdi>'],
    [
      '\n\u200b',
      '[U+000A][U+200B]',
      '<bdi><span class="mark">U+000A</span><span class="mark">U+200B</span></bdi>',
    ],
    ['\ud800', '\ufffd', '<bdi>\ufffd</bdi>'],
    ['👩\u200d🚀', '👩\u200d🚀', '<bdi>👩\u200d🚀</bdi>'],
  ])('%j reads %j', (name, plain, shown) => {
    expect(plainName(name)).toBe(plain);
    // Parts between marks may be empty; what is shown is the same.
    expect(shownName(name).text).toBe(shown);
  });
});
