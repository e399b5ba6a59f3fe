import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

type StyledFile = Pick<SourceFile, 'path' | 'text'>;

const SIDED_PROPERTY =
  /(?:^|[\s;{])((?:(?:scroll-)?(?:margin|padding)|border)-(?:left|right)[a-z-]*|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:/;
const SIDED_VALUE = /(?:^|[\s;{])((?:text-align|float|clear)\s*:\s*(?:left|right))\b/;
const FOUR_SIDES =
  /(?:^|[\s;{])((?:(?:scroll-)?(?:margin|padding)|inset|border-(?:width|style|color)))\s*:\s*([^;{}]+)/;
/** In markup, where a component sets a style by itself. */
const SIDED_DIRECTIVE = /\bstyle:((?:margin-|padding-)?(?:left|right))\b/;

/** Style sheets outside of components. */
const STYLE_SHEETS = [
  'src-main/http/public/page.css',
  'src-renderer/ui/base.css',
  'src-renderer/ui/fonts.css',
  'src-shared/tokens.css',
];

export function readStyleSheets(root: string): StyledFile[] {
  return STYLE_SHEETS.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Styles that name the left or the right, which stay where they are while a page in another script runs the other way. */
export function findPhysicalSides({ path, text }: StyledFile): Violation[] {
  if (!/\.(svelte|css)$/.test(path)) return [];
  const styles = path.endsWith('.css') ? text : onlyStyles(text);
  const inStyles = sidesIn(path, styles, sideInStyle);
  return path.endsWith('.css') ? inStyles : [...inStyles, ...sidesIn(path, text, sideInMarkup)];
}

function sidesIn(path: string, text: string, sideIn: (line: string) => string | undefined): Violation[] {
  return text.split('\n').flatMap((line, index) => {
    const found = sideIn(line);
    return found ? [{ file: path, line: index + 1, message: `${found} does not follow the direction` }] : [];
  });
}

function sideInStyle(line: string): string | undefined {
  const [, property, values = ''] = FOUR_SIDES.exec(line) ?? [];
  // Spaces in functions such as `calc(1px + 2px)` part no values.
  const [, end, , start] = values.trim().split(/\s+(?![^(]*\))/);
  if (start !== undefined && end !== start) return property;
  return SIDED_PROPERTY.exec(line)?.[1] ?? SIDED_VALUE.exec(line)?.[1];
}

function sideInMarkup(line: string): string | undefined {
  return SIDED_DIRECTIVE.exec(line)?.[1];
}

/** A component with all but its styles blanked, so that lines keep their numbers. */
function onlyStyles(component: string): string {
  const start = component.search(/^<style\b/m);
  if (start < 0) return '';
  return component.slice(0, start).replace(/[^\n]/g, '') + component.slice(start);
}
