import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A source file, its text, and the code in it. */
export interface SourceFile {
  /** Path from the project root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** The file itself, or the scripts of a component; line numbers are those of the file. */
  readonly code: ts.SourceFile;
}

const sourceFolders = ['src-main', 'src-renderer', 'src-shared', 'test', 'resources/launch'];
const documentFolders = ['src-main', 'src-renderer', 'src-shared', 'test', 'resources'];
const sourceName = /\.(ts|mjs|svelte)$/;

/** Every hand-written source file of the project at `root`, ordered by path. */
export function readSourceFiles(root: string): SourceFile[] {
  return sourceFolders
    .flatMap((folder) => listFiles(root, folder))
    .filter((path) => sourceName.test(path) && !path.startsWith('test/fixtures/'))
    .sort()
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')));
}

/** Paths of the Markdown files of the project at `root`. */
export function listDocuments(root: string): string[] {
  const atRoot = readdirSync(root);
  const below = documentFolders.flatMap((folder) => listFiles(root, folder));
  return [...atRoot, ...below].filter((path) => path.endsWith('.md'));
}

export function parseSource(path: string, text: string): SourceFile {
  const script = path.endsWith('.svelte') ? scriptsOf(text) : text;
  return { path, text, code: ts.createSourceFile(`${path}.ts`, script, ts.ScriptTarget.Latest, true) };
}

/** First line is 1. */
export function lineAt(code: ts.SourceFile, position: number): number {
  return code.getLineAndCharacterOfPosition(position).line + 1;
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((row) => row.isFile())
    .map((row) =>
      join(row.parentPath, row.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    );
}

/** The scripts of a component with everything around them blanked, so that lines keep their numbers. */
function scriptsOf(component: string): string {
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  let result = '';
  let end = 0;
  for (const match of component.matchAll(/(<script\b[^>]*>)([\s\S]*?)<\/script>/g)) {
    const start = match.index + (match[1]?.length ?? 0);
    const script = match[2] ?? '';
    result += blank(component.slice(end, start)) + script;
    end = start + script.length;
  }
  return result + blank(component.slice(end));
}
