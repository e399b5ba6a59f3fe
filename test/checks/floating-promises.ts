import { join, relative } from 'node:path';
import ts from 'typescript';
import { lineAt } from './source-file.ts';
import type { Violation } from './violation.ts';

/**
 * Statements that leave a promise to itself: nobody waits for it, and its failure ends the process. `void` does not
 * help; `.catch(…)` does. Found by type, so that a promise is seen however the function that gives it came to be.
 * @param configName the project file at `root` that names the sources
 */
export function findFloatingPromises(root: string, configName = 'tsconfig.main.json'): Violation[] {
  const program = createProgram(root, configName);
  const checker = program.getTypeChecker();
  return program
    .getSourceFiles()
    .filter((code) => !code.isDeclarationFile && !code.fileName.includes('/node_modules/'))
    .flatMap((code) => {
      const file = relative(root, code.fileName).replaceAll('\\', '/');
      return floatingIn(code, checker).map((node) => ({
        file,
        line: lineAt(code, node.getStart()),
        message: 'nobody waits for this promise or handles its failure',
      }));
    });
}

function createProgram(root: string, configName: string): ts.Program {
  const config: { config?: unknown } = ts.readConfigFile(join(root, configName), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  return ts.createProgram(fileNames, options);
}

function floatingIn(code: ts.SourceFile, checker: ts.TypeChecker): ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && isFloating(node.expression, checker)) found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(code);
  return found;
}

function isFloating(expression: ts.Expression, checker: ts.TypeChecker): boolean {
  const parts = alternatives(expression);
  if (parts !== null) return parts.some((part) => isFloating(part, checker));
  // What is kept somewhere is for others to wait for.
  if (isAssignment(expression) || isHandled(expression)) return false;
  return holdsPromise(checker.getTypeAtLocation(expression), checker);
}

function isAssignment(expression: ts.Expression): boolean {
  if (!ts.isBinaryExpression(expression)) return false;
  const { kind } = expression.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** The expressions of which one or all make the value; null for one that is whole. */
function alternatives(expression: ts.Expression): ts.Expression[] | null {
  if (ts.isParenthesizedExpression(expression) || ts.isVoidExpression(expression))
    return [expression.expression];
  if (ts.isConditionalExpression(expression)) return [expression.whenTrue, expression.whenFalse];
  if (!ts.isBinaryExpression(expression)) return null;
  const { left, right, operatorToken } = expression;
  if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return [right];
  return joining.has(operatorToken.kind) ? [left, right] : null;
}

const joining: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.CommaToken,
]);

/** Ends in `.catch(…)`, in `.then(…, …)`, or in a `.finally(…)` after one of them. */
function isHandled(expression: ts.Expression): boolean {
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return false;
  const { expression: receiver, name } = expression.expression;
  if (name.text === 'catch') return expression.arguments.length > 0;
  if (name.text === 'then') return expression.arguments.length > 1;
  return name.text === 'finally' && isHandled(receiver);
}

/**
 * A promise, perhaps one, or a list of them. What has `then` and no `catch` is no promise: the replies and plugins of
 * the web framework do, which takes care of their failures itself.
 */
function holdsPromise(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.isUnion()) return type.types.some((part) => holdsPromise(part, checker));
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const parts = checker.getTypeArguments(type as ts.TypeReference);
    return parts.some((part) => holdsPromise(part, checker));
  }
  return type.getProperty('then') !== undefined && type.getProperty('catch') !== undefined;
}
