import { directionOf } from '../../../src-shared/languages.ts';
import { APP_ORIGIN } from '../app-address.ts';
import type { AppFile } from '../app-files.ts';
import type { ShellMessages } from '../messages.ts';

const PATH = '/stopped.html';
const STYLE_PATH = '/stopped.css';

/** The page that a window shows when its own page keeps failing. */
export const ERROR_PAGE = APP_ORIGIN + PATH;

const STYLE = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 20vh auto 0; padding: 0 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.25rem; }
a { color: LinkText; font-weight: 600; }
`;

/** The files of the error page, which needs neither script nor service: either may have failed. */
export function errorPageFiles(
  messages: () => ShellMessages,
  logs: () => string,
): readonly (readonly [string, AppFile])[] {
  const html = { contentType: 'text/html; charset=utf-8', read: async () => pageText(messages(), logs()) };
  const css = { contentType: 'text/css; charset=utf-8', read: async () => Buffer.from(STYLE) };
  return [
    [PATH, html],
    [STYLE_PATH, css],
  ];
}

function pageText(messages: ShellMessages, logs: string): Buffer {
  return Buffer.from(`<!doctype html>
<html lang="${messages.language}" dir="${directionOf(messages.language)}">
<meta charset="utf-8">
<title>Keepfold</title>
<link rel="stylesheet" href="stopped.css">
<h1>${escaped(messages('pageStopped'))}</h1>
<p>${escaped(messages('pageStoppedMeaning'))}</p>
<p><a href="index.html">${escaped(messages('pageStoppedReload'))}</a></p>
<p>${escaped(messages('logsIn', { folder: logs }))}</p>
</html>
`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
