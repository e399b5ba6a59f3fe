import { expect, it } from 'vitest';
import { html } from '../../../../src-main/http/public/html.ts';

it('escapes whatever is put into a page, but for what is HTML already', () => {
  const name = `<b title="x" class='y'>&amp;`;
  expect(html`<p>${name}</p>`.text).toBe('<p>&lt;b title=&quot;x&quot; class=&#39;y&#39;&gt;&amp;amp;</p>');
  expect(html`<ul>${[html`<li>${1}</li>`, html`<li>${'<'}</li>`]}</ul>`.text).toBe(
    '<ul><li>1</li><li>&lt;</li></ul>',
  );
  expect(html`${'\ud800'}`.text).toBe('\ufffd');
});
