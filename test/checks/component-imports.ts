import { posix } from 'node:path';
import ts from 'typescript';
import { lineAt, type SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

/**
 * Imports of the user interface that cross a border. The layer tool sees the same borders, but not an `import type`
 * inside a component, because the compiler it asks removes those first.
 */
export function findForeignImports(file: SourceFile): Violation[] {
  if (!file.path.startsWith('src-renderer/')) return [];
  return importsOf(file).flatMap(({ specifier, line }) => {
    const target = specifier.startsWith('.') ? posix.join(posix.dirname(file.path), specifier) : specifier;
    const message = complaint(file.path, target);
    return message ? [{ file: file.path, line, message }] : [];
  });
}

function complaint(from: string, to: string): string | null {
  if (to === 'electron' || to.startsWith('node:')) return `the user interface imports ${to}`;
  if (/^(src-main|test)\//.test(to)) return `the user interface imports ${to}`;
  const source = placeOf(from);
  const target = placeOf(to);
  if (!source || !target || source.area === target.area || source.area === 'app') return null;
  if (source.folder === 'features') {
    return ['api', 'ui', 'format', 'i18n'].includes(target.folder)
      ? null
      : `${source.area} imports ${target.area}`;
  }
  const below: Record<string, readonly string[]> = {
    api: ['format', 'i18n'],
    ui: ['format', 'i18n'],
    format: ['i18n'],
    i18n: [],
  };
  return below[source.folder]?.includes(target.folder) ? null : `${source.area} imports ${target.area}`;
}

/** `features/trash` is an area of its own; of the other folders each is one. */
function placeOf(path: string): { folder: string; area: string } | null {
  const [top, folder, name] = path.split('/');
  if (top !== 'src-renderer' || !folder || !name) return null;
  return { folder, area: folder === 'features' ? `features/${name}` : folder };
}

function importsOf({ code }: SourceFile): { specifier: string; line: number }[] {
  const found: { specifier: string; line: number }[] = [];
  const add = (node: ts.Node | undefined): void => {
    if (node && ts.isStringLiteralLike(node))
      found.push({ specifier: node.text, line: lineAt(code, node.getStart()) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0]);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal);
    ts.forEachChild(node, visit);
  };
  visit(code);
  return found;
}
