import { createHash } from 'node:crypto';
import { type PageMessages, refusalText } from './page-messages.ts';

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML from a template in which everything put in is escaped, but what is HTML already. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = template.map((text, at) => text + textOf(parts[at] ?? ''));
  return new Html(texts.join(''));
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part)
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --accent: #2a6f97; }
@media (prefers-color-scheme: dark) { :root { --accent: #8ecae6; } }
html { background: light-dark(#fff, #16181b); color: light-dark(#1c1e21, #eceff1); }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
a { color: var(--accent); }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: start; padding: .5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.size { text-align: end; white-space: nowrap; }
label { display: block; margin-bottom: .25rem; }
input, button { font: inherit; padding: .4rem .6rem; }
.note { color: color-mix(in srgb, currentColor 70%, transparent); }
pre { overflow-x: auto; }
details { margin-block: .5rem; }
.wrong { color: light-dark(#b00020, #ff8a80); }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Nothing but our own style and, in forms, our own addresses. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page for visitors. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-robots-tag': 'noindex',
  vary: 'accept-language',
};

/** On pages with a form: with no referrer at all, browsers name no origin, and ours would be refused as a stranger's. */
export const FORM_HEADERS: Readonly<Record<string, string>> = { 'referrer-policy': 'same-origin' };

/** A whole page. */
export function page({ language }: PageMessages, title: string, content: Html): string {
  const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return document.text;
}

/** Says that something does not work, and why. @param code of the refusal @param text why, in English */
export function refusalPage(messages: PageMessages, code: string, text: string): string {
  return page(messages, messages('refused'), html`<p>${refusalText(messages, code, text)}</p>`);
}
