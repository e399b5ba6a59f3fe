import ts from 'typescript';
import { lineAt, type SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

/** About the 90th percentile of well-kept projects of this kind. Blank and comment lines are free. */
const limits = { fileLines: 400, functionLines: 60, complexity: 12, parameters: 4, depth: 3 };

/** What is larger than a reader can take in at once. A test's `describe` block may be as long as its file. */
export function findOversized(file: SourceFile): Violation[] {
  const busy = busyLines(file);
  const found: Violation[] = [];
  if (busy.size > limits.fileLines) {
    found.push({ file: file.path, line: 1, message: `${busy.size} lines, more than ${limits.fileLines}` });
  }
  visitFunctions(file.code, (node) => {
    for (const message of complaints(file, node, busy)) {
      found.push({ file: file.path, line: lineAt(file.code, node.getStart()), message });
    }
  });
  return found;
}

function complaints(file: SourceFile, node: FunctionNode, busy: ReadonlySet<number>): string[] {
  const lines = linesOf(file, node).filter((line) => busy.has(line)).length;
  const measured: [what: string, value: number, limit: number][] = [
    ['lines', isSuite(node) ? 0 : lines, limits.functionLines],
    ['paths through it', complexityOf(node), limits.complexity],
    ['parameters', node.parameters.length, limits.parameters],
    ['levels of nesting', depthOf(node), limits.depth],
  ];
  return measured
    .filter(([, value, limit]) => value > limit)
    .map(([what, value, limit]) => `${nameOf(node)}: ${value} ${what}, more than ${limit}`);
}

/** Numbers of a function's lines. The functions inside that stand alone have their own: the verbs a factory returns, the tests of a suite. */
function linesOf({ code }: SourceFile, node: FunctionNode): number[] {
  const own = new Set<number>();
  for (let line = lineAt(code, node.getStart()); line <= lineAt(code, node.end); line++) own.add(line);
  visitFunctions(node, (inner) => {
    if (inner === node || !standsAlone(inner)) return;
    for (let line = lineAt(code, inner.getStart()); line <= lineAt(code, inner.end); line++) own.delete(line);
  });
  return [...own];
}

/** Numbers of the lines that hold code; in a component, of all lines that are not blank. */
function busyLines({ path, text, code }: SourceFile): Set<number> {
  const busy = new Set<number>();
  if (path.endsWith('.svelte')) {
    text.split('\n').forEach((line, index) => {
      if (line.trim() !== '') busy.add(index + 1);
    });
    return busy;
  }
  const visit = (node: ts.Node): void => {
    if (node.getChildCount() > 0) {
      node.getChildren().forEach(visit);
      return;
    }
    if (node.kind === ts.SyntaxKind.EndOfFileToken || node.getWidth() === 0) return;
    for (let line = lineAt(code, node.getStart()); line <= lineAt(code, node.end); line++) busy.add(line);
  };
  visit(code);
  return busy;
}

type FunctionNode = ts.FunctionLikeDeclaration;

function isFunction(node: ts.Node): node is FunctionNode {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isAccessor(node)
  );
}

function visitFunctions(node: ts.Node, see: (found: FunctionNode) => void): void {
  if (isFunction(node)) see(node);
  ts.forEachChild(node, (child) => visitFunctions(child, see));
}

function isSuite(node: FunctionNode): boolean {
  return /^(test\.)?describe\b/.test(calledWith(node));
}

function isTest(node: FunctionNode): boolean {
  return /^(it|test)\b/.test(calledWith(node));
}

/** What a function is handed to; empty for one that is not an argument. */
function calledWith({ parent }: FunctionNode): string {
  return ts.isCallExpression(parent) ? parent.expression.getText() : '';
}

function standsAlone(node: FunctionNode): boolean {
  if (node.name !== undefined || isSuite(node) || isTest(node)) return true;
  return ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent);
}

function nameOf(node: FunctionNode): string {
  if (node.name) return node.name.getText();
  if (ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent))
    return node.parent.name.getText();
  return ts.isConstructorDeclaration(node) ? 'constructor' : 'a function';
}

const branches: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
]);

const shortCircuits: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** Cyclomatic complexity; functions inside count for themselves. */
function complexityOf(node: FunctionNode): number {
  let paths = 1;
  const visit = (child: ts.Node): void => {
    if (isFunction(child)) return;
    if (branches.has(child.kind)) paths++;
    if (ts.isBinaryExpression(child) && shortCircuits.has(child.operatorToken.kind)) paths++;
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return paths;
}

const nesting: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.SwitchStatement,
  ts.SyntaxKind.TryStatement,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
]);

/** How deep statements nest; an `else if` is no deeper than its `if`. */
function depthOf(node: FunctionNode): number {
  let deepest = 0;
  const visit = (child: ts.Node, depth: number): void => {
    if (isFunction(child)) return;
    const isElseIf =
      ts.isIfStatement(child) && ts.isIfStatement(child.parent) && child.parent.elseStatement === child;
    const here = nesting.has(child.kind) && !isElseIf ? depth + 1 : depth;
    deepest = Math.max(deepest, here);
    ts.forEachChild(child, (next) => visit(next, here));
  };
  ts.forEachChild(node, (child) => visit(child, 0));
  return deepest;
}
