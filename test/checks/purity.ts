import ts from 'typescript';
import { lineAt, type SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

/**
 * Where the core reads a clock or takes randomness: these come in as arguments. (Globals such as `process` are
 * Biome's to find.) `new Date(seconds)` is a calculation and stays allowed.
 */
export function findImpurities(file: SourceFile): Violation[] {
  if (!file.path.startsWith('src-main/core/')) return [];
  const found: Violation[] = [];
  const visit = (node: ts.Node): void => {
    const what = impurityOf(node);
    if (what)
      found.push({ file: file.path, line: lineAt(file.code, node.getStart()), message: `core uses ${what}` });
    ts.forEachChild(node, visit);
  };
  visit(file.code);
  return found;
}

const impureMembers: ReadonlySet<string> = new Set(['Date.now', 'Math.random', 'performance.now']);
const randomNames = /^(random|getRandom|generateKey|generatePrime)/;

function impurityOf(node: ts.Node): string | null {
  if (ts.isNewExpression(node) || ts.isCallExpression(node))
    return isReadingClock(node) ? 'the present date' : null;
  if (ts.isPropertyAccessExpression(node)) return isImpureMember(node) ? node.getText() : null;
  if (!ts.isImportSpecifier(node)) return null;
  const { text } = node.propertyName ?? node.name;
  return randomNames.test(text) ? text : null;
}

/** `new Date()`, and `Date(…)`, which ignores what it is given. */
function isReadingClock(node: ts.NewExpression | ts.CallExpression): boolean {
  if (node.expression.getText() !== 'Date') return false;
  return ts.isCallExpression(node) || !node.arguments?.length;
}

function isImpureMember(node: ts.PropertyAccessExpression): boolean {
  if (impureMembers.has(node.getText())) return true;
  return node.expression.getText() === 'crypto' && randomNames.test(node.name.text);
}
