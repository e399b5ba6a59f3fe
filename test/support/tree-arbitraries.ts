import fc from 'fast-check';
import type { TreeChange } from '../../src-main/core/tree/apply.ts';
import { fileDirent, fileIdOf, type TextTree } from './trees.ts';

/** Few names, so that random trees meet; some of them are alike to careless eyes or sort differently in UTF-16. */
const NAMES = ['a', 'b', 'A', 'a.txt', 'd', '\u00e9', 'e\u0301', '\u{1f600}', '\uffff'] as const;

/** Few texts, so that ids meet; the empty one has no object. */
const TEXTS = ['', 'one', 'two', 'three'] as const;

export const treeLiteral: fc.Arbitrary<TextTree> = fc.letrec<{
  tree: TextTree;
  node: string | TextTree;
}>((tie) => ({
  tree: fc.dictionary(fc.constantFrom(...NAMES), tie('node'), { maxKeys: 5, noNullPrototype: true }),
  node: fc.oneof({ maxDepth: 3, depthIdentifier: 'tree' }, fc.constantFrom(...TEXTS), tie('tree')),
})).tree;

const treePath: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
  .map((names) => `/${names.join('/')}`);

const base = fc.constantFrom(...TEXTS).map(fileIdOf);

/** Changes of every kind; what they hit, and whether they are refused, depends on the tree. */
export const treeChange: fc.Arbitrary<TreeChange> = fc.oneof(
  fc.record({
    op: fc.constant('put' as const),
    path: treePath,
    dirent: fc.constantFrom(...TEXTS).map((text) => fileDirent(text)),
  }),
  fc.record({
    op: fc.constant('put' as const),
    path: treePath,
    dirent: fc.constantFrom(...TEXTS).map((text) => fileDirent(text)),
    base: fc.option(base),
  }),
  fc.record({ op: fc.constant('mkdir' as const), path: treePath, mtimeSeconds: fc.constant(1_700_000_000) }),
  fc.record({ op: fc.constant('remove' as const), path: treePath }),
  fc.record({ op: fc.constant('remove' as const), path: treePath, base }),
  fc.record({ op: fc.constant('move' as const), from: treePath, to: treePath }),
);
