import { type Html, html } from './html.ts';

/** Characters that do not show, or that turn the direction of what stands around them. */
const HIDDEN = /[\p{Cc}\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/u;

function parts(name: string): string[] {
  return name.toWellFormed().split(new RegExp(`(${HIDDEN.source})`, 'u'));
}

function mark(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A name as plain text, hidden characters spelled out: for titles. */
export function plainName(name: string): string {
  return parts(name)
    .map((part) => (HIDDEN.test(part) ? `[${mark(part)}]` : part))
    .join('');
}

/** A name for pages: hidden characters are spelled out, and its direction stays its own. */
export function shownName(name: string): Html {
  const shown = parts(name).map((part) =>
    HIDDEN.test(part) ? html`<span class="mark">${mark(part)}</span>` : html`${part}`,
  );
  return html`<bdi>${shown}</bdi>`;
}
