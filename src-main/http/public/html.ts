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
