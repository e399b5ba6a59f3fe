import { join } from 'node:path';
import { findForeignImports } from './component-imports.ts';
import { findEffects } from './effects.ts';
import { findEmptyNames } from './file-names.ts';
import { findFloatingPromises } from './floating-promises.ts';
import { findForbiddenComments, findMissingDocuments, findRawMarkup } from './forbidden-text.ts';
import { findMissingTests } from './missing-tests.ts';
import { findPhysicalSides, readStyleSheets } from './physical-sides.ts';
import { findImpurities } from './purity.ts';
import { findRepeatedLines } from './repeated-lines.ts';
import { findRetiredNames } from './retired-names.ts';
import { findOversized } from './sizes.ts';
import { listDocuments, type SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

export interface SourceCheck {
  readonly name: string;
  find(files: readonly SourceFile[]): Violation[];
}

const root = join(import.meta.dirname, '../..');

/** The rules of the house that no tool we use can state. */
export const sourceChecks: readonly SourceCheck[] = [
  { name: 'sizes', find: (files) => files.flatMap(findOversized) },
  { name: 'repeated lines', find: findRepeatedLines },
  { name: 'purity of the core', find: (files) => files.flatMap(findImpurities) },
  { name: 'floating promises', find: () => findFloatingPromises(root) },
  { name: 'imports of the user interface', find: (files) => files.flatMap(findForeignImports) },
  { name: 'effects of the user interface', find: (files) => files.flatMap(findEffects) },
  { name: 'no suppressions', find: (files) => files.flatMap(findForbiddenComments) },
  {
    name: 'documents named in comments',
    find: (files) => {
      const documents = listDocuments(root);
      return files.flatMap((file) => findMissingDocuments(file, documents));
    },
  },
  { name: 'no raw markup', find: (files) => files.flatMap(findRawMarkup) },
  {
    name: 'styles for both directions',
    find: (files) => [...files, ...readStyleSheets(root)].flatMap(findPhysicalSides),
  },
  { name: 'file names', find: (files) => files.flatMap(findEmptyNames) },
  { name: 'tests at the paths of modules', find: findMissingTests },
  { name: 'retired names', find: (files) => files.flatMap(findRetiredNames) },
];
