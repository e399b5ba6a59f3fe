import ts from 'typescript';
import { lineAt, type SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

/** How many effects a file has: each talks to what is outside of its state. */
const EFFECTS: Readonly<Record<string, number>> = {
  // A sign-in link in the address bar.
  'src-renderer/app/App.svelte': 1,
  // The desktop shell is told; the file of all screens is fetched.
  'src-renderer/app/Shell.svelte': 2,
  // Ends the thread that compares.
  'src-renderer/features/compare/PairView.svelte': 1,
  // Focus.
  'src-renderer/ui/Button.svelte': 2,
  'src-renderer/ui/SettingsSection.svelte': 1,
  // Which rows are in view, where the focus is when rows come and go, and how far tiles are scrolled.
  'src-renderer/ui/VirtualList.svelte': 3,
};

/** Effects, which write state behind the reader's back: what is shown follows by `$derived`, or from a handler or a mount. */
export function findEffects({ path, code }: SourceFile): Violation[] {
  if (!path.startsWith('src-renderer/')) return [];
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^\$effect\b/.test(node.expression.getText(code)))
      lines.push(lineAt(code, node.getStart(code)));
    ts.forEachChild(node, visit);
  };
  visit(code);
  return lines
    .slice(EFFECTS[path] ?? 0)
    .map((line) => ({ file: path, line, message: 'an effect that is not on the list' }));
}
