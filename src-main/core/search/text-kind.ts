import { TEXT_MAX_BYTES } from '../limits.ts';

const TEXT_ENDINGS: ReadonlySet<string> = new Set(
  (
    'txt text md markdown mdx rst adoc org tex bib log csv tsv json jsonl ndjson json5 xml xsl yml yaml toml ini cfg conf ' +
    'properties env html htm xhtml css scss sass less js mjs cjs jsx ts mts cts tsx vue svelte py rb php pl pm lua r jl ' +
    'c h cc cpp cxx hpp hh m mm cs java kt kts groovy gradle scala go rs swift dart ex exs erl hs ml clj lisp el vim ' +
    'sh bash zsh fish ps1 bat cmd sql graphql proto tf dockerfile makefile cmake mk diff patch srt vtt ics vcf eml rtf ' +
    'opml tsconfig gitignore editorconfig license readme'
  ).split(' '),
);

/** Whether a file of that name and size is taken for a text until its bytes say otherwise. */
export function mayHoldText(name: string, sizeBytes: number): boolean {
  if (sizeBytes === 0 || sizeBytes > TEXT_MAX_BYTES) return false;
  return TEXT_ENDINGS.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

/** The text that bytes hold as UTF-8; null when they are none. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch (error) {
    // What `fatal` throws for bytes that are no UTF-8.
    if (error instanceof TypeError) return null;
    throw error;
  }
}
