import { expect, it } from 'vitest';
import { shellMessages } from '../../../../src-main/electron/messages.ts';
import { ERROR_PAGE, errorPageFiles } from '../../../../src-main/electron/windows/error-page.ts';

it('is in the language of the shell, leads back to the page and shows any path as it is', async () => {
  const files = new Map(
    errorPageFiles(
      () => shellMessages('de'),
      () => '/home/<b>&"/logs',
    ),
  );
  const html = String(await files.get('/stopped.html')?.read());
  expect(ERROR_PAGE).toBe('app://keepfold/stopped.html');
  expect(html).toContain('<html lang="de" dir="ltr">');
  expect(html).toContain('<h1>Dieses Fenster ist stehen geblieben</h1>');
  expect(html).toContain('<a href="index.html">Neu laden</a>');
  expect(html).toContain('<p>Mehr steht in den Protokollen: /home/&lt;b>&amp;&quot;/logs</p>');
  expect(html).not.toContain('<script');
});
