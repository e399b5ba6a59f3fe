import { createHash } from 'node:crypto';
import { directionOf } from '../../../src-shared/languages.ts';
import tokens from '../../../src-shared/tokens.css?raw';
import script from './browser/link-page.ts?script';
import { Html, html } from './html.ts';
import { type Icon, icon, LOGO } from './icons.ts';
import style from './page.css?raw';
import { type PageMessages, refusalText, refusalTitle, type VisitorRefusal } from './page-messages.ts';

const STYLE = `\n${tokens}\n${style}`;

/** The one script of these pages, and where it is. Browsers run it only as it is here. */
export const SCRIPT = { address: '/link-page.js', text: script, print: `sha256-${printOf(script)}` };

function printOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Nothing but our own style, what people stored as pictures, sound and film, and, in forms, our own addresses. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${printOf(STYLE)}'`,
  "img-src 'self'",
  "media-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** What the script needs: itself, to send files and fetch a document, and to show that in a frame of its own. */
const SCRIPT_POLICY = [...POLICY, `script-src '${SCRIPT.print}'`, "connect-src 'self'", 'frame-src blob:'];

/** Headers of every page for visitors. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY.join('; '),
  'x-robots-tag': 'noindex',
  vary: 'accept-language',
};

/** On pages with the script. */
export const SCRIPT_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': SCRIPT_POLICY.join('; '),
};

/** On pages with a form: with no referrer at all, browsers name no origin, and ours would be refused as a stranger's. */
export const FORM_HEADERS: Readonly<Record<string, string>> = { 'referrer-policy': 'same-origin' };

export interface PageParts {
  /** As text, for the window. */
  readonly title: string;
  readonly content: Html;
  /** How wide it may become: a few lines, rows, or pictures; `docs` is the description of the interface. */
  readonly width: 'narrow' | 'middle' | 'wide' | 'docs';
  readonly isScripted?: boolean;
}

/** A whole page. */
export function page(
  messages: PageMessages,
  { title, content, width, isScripted = false }: PageParts,
): string {
  const scriptElement = html`
<script src="${SCRIPT.address}" integrity="${SCRIPT.print}" defer></script>`;
  const isDocs = width === 'docs';
  const iconElement = html`
<link rel="icon" href="/icon.png">`;
  const foot = html`
<footer>${LOGO}<span>${width === 'narrow' ? 'Keepfold' : messages('sharedWith')}</span></footer>`;
  const document = html`<!doctype html>
<html lang="${messages.language}" dir="${directionOf(messages.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>${isDocs ? html`` : iconElement}${isScripted ? scriptElement : html``}
</head>
<body>
<main class="${width}">
${content}
</main>${isDocs ? html`` : foot}
</body>
</html>
`;
  return document.text;
}

/** A page of a few lines about one thing. */
export function notePage(
  messages: PageMessages,
  { title, sign, content }: { readonly title: string; readonly sign: Icon; readonly content: Html },
): string {
  const card = html`<div class="card note">
<span class="sign">${icon(sign, 28)}</span>
<h1>${title}</h1>
${content}
</div>`;
  return page(messages, { title, width: 'narrow', content: card });
}

const SIGNS: Readonly<Record<string, Icon>> = {
  'link-not-found': 'unlink',
  throttled: 'hourglass',
  busy: 'hourglass',
  'permission-denied': 'lock',
};

/** Says that something does not work, why, and what to do next. */
export function refusalPage(messages: PageMessages, refusal: VisitorRefusal): string {
  const { code, reason } = refusal;
  return notePage(messages, {
    title: refusalTitle(messages, refusal),
    sign: reason === 'expired' ? 'calendar-x' : (SIGNS[code] ?? 'circle-alert'),
    content: html`<p data-refusal>${refusalText(messages, refusal)}</p>`,
  });
}
