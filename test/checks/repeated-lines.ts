import type { SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

/** The second copy is written, the third is extracted; a long copy already at the second. */
const limits = { shortRun: 6, shortCopies: 3, longRun: 14, longCopies: 2 };

interface Line {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Runs of lines that stand in several places of the sources. Imports, blank lines, comments and brackets don't count. */
export function findRepeatedLines(files: readonly SourceFile[]): Violation[] {
  const sources = files.filter((file) => !file.path.startsWith('test/')).map(meaningfulLines);
  return [
    ...repeats(sources, limits.longRun, limits.longCopies),
    ...repeats(sources, limits.shortRun, limits.shortCopies),
  ];
}

function repeats(sources: readonly Line[][], run: number, copies: number): Violation[] {
  const places = new Map<string, Line[]>();
  for (const lines of sources) {
    for (let start = 0; start + run <= lines.length; start++) {
      const first = lines[start];
      if (!first) continue;
      const text = lines
        .slice(start, start + run)
        .map((line) => line.text)
        .join('\n');
      places.set(text, [...(places.get(text) ?? []), first]);
    }
  }
  const reported = new Map<string, number>();
  const found: Violation[] = [];
  for (const group of places.values()) {
    const [first, ...others] = group;
    if (!first || group.length < copies) continue;
    // Overlapping windows of one long copy are one finding.
    const near = reported.get(first.file);
    reported.set(first.file, first.line);
    if (near !== undefined && first.line - near <= run) continue;
    const where = others.map((other) => `${other.file}:${other.line}`).join(', ');
    found.push({ file: first.file, line: first.line, message: `${run} lines also at ${where}` });
  }
  return found;
}

function meaningfulLines({ path, text }: SourceFile): Line[] {
  const withoutImports = text.replace(/^import [^;]*;$/gm, (statement) => statement.replace(/[^\n]/g, ''));
  return withoutImports.split('\n').flatMap((raw, index) => {
    const line = raw.trim();
    if (line.length < 4 || /^(\/\/|\/?\*|<!--)/.test(line)) return [];
    return [{ file: path, line: index + 1, text: line }];
  });
}
