import ts from 'typescript';
import { lineAt, type SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

/** Where every module has a test at its own path. */
const rooms: readonly string[] = [
  'src-main/core/',
  'src-main/engine/',
  'src-main/folder/',
  'src-main/headless/',
  'src-main/http/present/',
  'src-main/http/sync/',
  'src-main/http/transfer/',
  'src-main/pictures/',
  'src-main/store/',
  'src-main/usecases/',
];

/** Puts the routes of a surface together, which every call of it shows. */
const REGISTERING = /\/register-[^/]+$/;

/** Modules of those rooms that export a function or class and have no test at their path. */
export function findMissingTests(files: readonly SourceFile[]): Violation[] {
  const paths = new Set(files.map(({ path }) => path));
  return files.flatMap((file) => {
    const test = file.path.replace(/^src-main\//, 'test/main/').replace(/\.ts$/, '.test.ts');
    if (!isInRooms(file) || paths.has(test)) return [];
    const line = firstExport(file);
    return line === null ? [] : [{ file: file.path, line, message: `nothing tests it at ${test}` }];
  });
}

function isInRooms({ path }: SourceFile): boolean {
  return rooms.some((room) => path.startsWith(room)) && !REGISTERING.test(path);
}

/** Line of the first function or class that a file exports; null when it has none, as a file of types and values. */
function firstExport({ code }: SourceFile): number | null {
  const found = code.statements.find(
    (statement) =>
      (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) &&
      statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true,
  );
  return found === undefined ? null : lineAt(code, found.getStart());
}
