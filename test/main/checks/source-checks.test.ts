import { describe, expect, it } from 'vitest';
import { findForeignImports } from '../../checks/component-imports.ts';
import { findEffects } from '../../checks/effects.ts';
import { findEmptyNames } from '../../checks/file-names.ts';
import { findForbiddenComments, findMissingDocuments, findRawMarkup } from '../../checks/forbidden-text.ts';
import { findMissingTests } from '../../checks/missing-tests.ts';
import { findPhysicalSides } from '../../checks/physical-sides.ts';
import { findImpurities } from '../../checks/purity.ts';
import { findRepeatedLines } from '../../checks/repeated-lines.ts';
import { findRetiredNames } from '../../checks/retired-names.ts';
import { findOversized } from '../../checks/sizes.ts';
import { parseSource } from '../../checks/source-file.ts';
import type { Violation } from '../../checks/violation.ts';

const messages = (found: readonly Violation[]): string[] =>
  found.map(({ line, message }) => `${line}: ${message}`);
const lines = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('\n');

describe('the limits on size', () => {
  const check = (code: string, path = 'src-main/core/x.ts'): string[] =>
    messages(findOversized(parseSource(path, code)));

  it('find a file of more than 400 lines of code, and leave comments and blank lines out', () => {
    const code = lines(400, (index) => `export const v${index} = ${index};\n// a comment\n`);
    expect(check(code)).toEqual([]);
    expect(check(`${code}\nexport const more = 1;`)).toEqual(['1: 401 lines, more than 400']);
  });

  it('find a function of more than 60 lines', () => {
    const body = lines(59, (index) => `  use(${index});`);
    expect(check(`function go() {\n${body}\n}`)).toEqual(['1: go: 61 lines, more than 60']);
  });

  it('count the named functions inside a factory for themselves', () => {
    const verb = (name: string): string => `    ${name}: () => {\n${lines(30, () => '      use();')}\n    },`;
    expect(
      check(`function createX() {\n  return {\n${verb('a')}\n${verb('b')}\n${verb('c')}\n  };\n}`),
    ).toEqual([]);
  });

  it('find a function with more than 12 paths through it', () => {
    const code = `const go = (a: number) => {\n${lines(12, (index) => `  if (a === ${index}) return ${index};`)}\n};`;
    expect(check(code)).toEqual(['1: go: 13 paths through it, more than 12']);
  });

  it('find more than four parameters', () => {
    expect(check('class X {\n  go(a = 1, b = 2, c = 3, d = 4, e = 5) {}\n}')).toEqual([
      '2: go: 5 parameters, more than 4',
    ]);
  });

  it('find more than three levels of nesting, an else-if being no deeper than its if', () => {
    const deep = 'for (;;) { if (a) { while (b) { if (c) { d(); } } } }';
    expect(check(`function go() { ${deep} }`)).toEqual(['1: go: 4 levels of nesting, more than 3']);
    expect(check('function go() { if (a) {} else if (b) {} else if (c) {} else if (d) {} else {} }')).toEqual(
      [],
    );
  });

  it('look into the scripts of components, with the line numbers of the file', () => {
    const component = '<p>one</p>\n<script lang="ts">\n  const go = (a, b, c, d, e) => a;\n</script>';
    expect(check(component, 'src-renderer/ui/X.svelte')).toEqual(['3: go: 5 parameters, more than 4']);
  });
});

describe('the effects of the user interface', () => {
  const check = (path: string, ...effects: readonly string[]): string[] =>
    messages(findEffects(parseSource(path, `<script lang="ts">\n${effects.join('\n')}\n</script>`)));
  const load = '$effect(() => void list.load());';

  it('are those on the list alone', () => {
    expect(check('src-renderer/features/files/X.svelte', load, 'onMount(() => void list.load());')).toEqual([
      '2: an effect that is not on the list',
    ]);
    expect(check('src-renderer/features/compare/PairView.svelte', load)).toEqual([]);
    expect(check('src-renderer/features/compare/PairView.svelte', load, '$effect.pre(() => go());')).toEqual([
      '3: an effect that is not on the list',
    ]);
  });
});

describe('the purity of the core', () => {
  const check = (code: string, path = 'src-main/core/x.ts'): string[] =>
    messages(findImpurities(parseSource(path, code)));

  it.each([
    ['const t = Date.now();', '1: core uses Date.now'],
    ['const t = new Date();', '1: core uses the present date'],
    ['const t = Date();', '1: core uses the present date'],
    ['const n = Math.random();', '1: core uses Math.random'],
    ['const t = performance.now();', '1: core uses performance.now'],
    ["import { randomBytes as bytes } from 'node:crypto';", '1: core uses randomBytes'],
    ['const id = crypto.randomUUID();', '1: core uses crypto.randomUUID'],
  ])('is broken by %s', (code, message) => {
    expect(check(code)).toEqual([message]);
  });

  it('is kept by dates made from values, and is asked of the core alone', () => {
    expect(check("const t = new Date(5_000);\nimport { createHash } from 'node:crypto';")).toEqual([]);
    expect(check('const t = Date.now();', 'src-main/app/x.ts')).toEqual([]);
  });
});

describe('comments', () => {
  const check = (code: string, path = 'src-main/core/x.ts'): string[] =>
    messages(findForbiddenComments(parseSource(path, code)));

  it.each(['biome-ignore', '@ts-ignore', '@ts-expect-error', '@ts-nocheck', 'eslint-disable', 'v8 ignore'])(
    'may not say %s',
    (word) => {
      expect(check(`const a = 1;\n// ${word} lint: because\nconst b = 2;`)).toEqual([
        `2: a comment says ${word}`,
      ]);
      expect(check(`const a = '${word}';`)).toEqual([]);
    },
  );

  it('may not put work off', () => {
    const word = ['TO', 'DO'].join('');
    expect(check(`/* ${word}: later */\nconst a = 1;`)).toEqual([`1: a comment says ${word}`]);
  });

  it('may not silence a check in the markup of a component', () => {
    expect(check('<p>a</p>\n<!-- svelte-ignore a11y -->\n<p>b</p>', 'src-renderer/ui/X.svelte')).toEqual([
      '2: a comment says svelte-ignore',
    ]);
  });
});

describe('documents that comments name', () => {
  const check = (code: string): string[] =>
    messages(findMissingDocuments(parseSource('src-main/core/x.ts', code), ['src-main/folder/FOLDER.md']));

  it('have to be in the project', () => {
    expect(check('/** See `FOLDER.md` and folder/FOLDER.md. */\nconst a = 1;')).toEqual([]);
    expect(check('const a = 1;\n// As plan.md 2.7 says, and core/FOLDER.md.')).toEqual([
      '2: a comment names plan.md, which is not there',
      '2: a comment names core/FOLDER.md, which is not there',
    ]);
  });

  it('may be names of files that people have', () => {
    expect(check("/** A version of `/Thesis.md`. */\nconst a = 'plan.md';")).toEqual([]);
  });
});

describe('raw markup in the user interface', () => {
  it.each(['{@html name}', '<script>node.innerHTML = name;</script>', '<iframe srcdoc={name}></iframe>'])(
    'is found in %s',
    (text) => {
      expect(findRawMarkup(parseSource('src-renderer/ui/X.svelte', text))).toHaveLength(1);
    },
  );
});

describe('retired names', () => {
  const check = (code: string): string[] =>
    messages(findRetiredNames(parseSource('src-main/core/x.ts', code)));

  it('are found in identifiers, with the term that took their place', () => {
    expect(check('const a = 1;\nexport const keptFromSeq = a;')).toEqual([
      '2: "keptFromSeq" is called dirent cache, retained reader or retainedFromSeq',
    ]);
    expect(check('class X {\n  #wish = 1;\n}')).toEqual(['2: "#wish" is called request or launch options']);
  });

  it('are found as words of longer identifiers and of file names', () => {
    expect(check('class UndoForesight {}\nconst NOTHING_FORESEEN = 1;\nconst isSettling = true;')).toEqual([
      '1: "UndoForesight" is called preview or dry run',
      '2: "NOTHING_FORESEEN" is called preview or dry run',
      '3: "isSettling" is called reconcile, racy or release',
    ]);
    expect(messages(findRetiredNames(parseSource('src-main/store/unsorted-rows.ts', '')))).toEqual([
      '1: "unsorted-rows.ts" is called index write buffer',
    ]);
  });

  it('stay in texts, comments, names on the wire and words that only sound alike', () => {
    expect(check("// They wish it were a moment.\nconst row = { deed: 'put-back' };")).toEqual([]);
    expect(check('const outstanding = new AggregateError([]);')).toEqual([]);
  });
});

describe('file names', () => {
  it.each([
    'src-main/core/utils.ts',
    'src-main/core/dir-helpers.ts',
    'src-renderer/ui/DialogHelper.svelte',
    'src-main/core/data.ts',
    'src-main/core/index.ts',
  ])('say nothing in %s', (path) => {
    expect(findEmptyNames(parseSource(path, ''))).toHaveLength(1);
  });

  it.each([
    'src-main/store/sqlite/folder-index.ts',
    'src-main/app/data-dir.ts',
    'src-main/http/api2/server-info.ts',
  ])('say enough in %s', (path) => {
    expect(findEmptyNames(parseSource(path, ''))).toEqual([]);
  });
});

describe('tests at the paths of modules', () => {
  const check = (path: string, code: string, ...others: string[]): string[] =>
    messages(findMissingTests([parseSource(path, code), ...others.map((other) => parseSource(other, ''))]));
  const code = '/** Why. */\nexport function go() {}';
  const message = '2: nothing tests it at test/main/engine/heads/x.test.ts';

  it('are missed where a function or class is exported', () => {
    expect(check('src-main/engine/heads/x.ts', code)).toEqual([message]);
    expect(check('src-main/engine/heads/x.ts', code, 'test/main/engine/x.test.ts')).toEqual([message]);
    expect(check('src-main/engine/heads/x.ts', '\nexport class X {}')).toEqual([message]);
    expect(check('src-main/core/tree/x.ts', 'export async function go() {}')).toHaveLength(1);
    expect(check('src-main/store/sqlite/x.ts', code)).toHaveLength(1);
  });

  it('are found where they are, and not asked of types, of values and of other rooms', () => {
    expect(check('src-main/engine/heads/x.ts', code, 'test/main/engine/heads/x.test.ts')).toEqual([]);
    expect(check('src-main/engine/ports.ts', 'export interface X {}\nexport const a = 1;')).toEqual([]);
    expect(check('src-main/app/x.ts', code)).toEqual([]);
    expect(check('src-main/http/sync/register-sync.ts', code)).toEqual([]);
  });
});

describe('imports of components', () => {
  const check = (path: string, specifier: string): string[] =>
    messages(
      findForeignImports(
        parseSource(path, `<script lang="ts">\n  import type { X } from '${specifier}';\n</script>`),
      ),
    );
  const history = 'src-renderer/features/history/History.svelte';

  it.each([
    [history, '../trash/trash.ts', '2: features/history imports features/trash'],
    [history, '../../app/session.svelte.ts', '2: features/history imports app'],
    [history, 'node:fs', '2: the user interface imports node:fs'],
    [history, 'electron', '2: the user interface imports electron'],
    [history, '../../../src-main/core/errors.ts', '2: the user interface imports src-main/core/errors.ts'],
    ['src-renderer/ui/Button.svelte', '../features/trash/trash.ts', '2: ui imports features/trash'],
    ['src-renderer/ui/Button.svelte', '../api/api.ts', '2: ui imports api'],
  ])('in %s may not name %s, not even for a type', (path, specifier, message) => {
    expect(check(path, specifier)).toEqual([message]);
  });

  it.each([
    [history, './history.svelte.ts'],
    [history, '../../api/api.ts'],
    [history, '../../../src-shared/local-api.ts'],
    ['src-renderer/app/App.svelte', '../features/history/History.svelte'],
  ])('in %s may name %s', (path, specifier) => {
    expect(check(path, specifier)).toEqual([]);
  });
});

describe('repeated lines', () => {
  const block = (count: number): string => lines(count, (index) => `  doSomething(${index});`);
  const check = (...texts: string[]): number =>
    findRepeatedLines(texts.map((text, index) => parseSource(`src-main/core/f${index}.ts`, text))).length;

  it('are found when a long run stands twice or a short run three times', () => {
    expect(check(block(14), block(14))).toBe(1);
    expect(check(block(6), block(6), block(6))).toBe(1);
  });

  it('are allowed as a short second copy, and imports never count', () => {
    expect(check(block(13), block(13))).toBe(0);
    const imports = lines(20, (index) => `import { a${index} } from './a${index}.ts';`);
    expect(check(imports, imports, imports)).toBe(0);
  });
});

describe('styles', () => {
  const check = (path: string, text: string): string[] => messages(findPhysicalSides({ path, text }));

  it('say start and end, which turn around with the direction of a page', () => {
    expect(check('src-renderer/ui/base.css', '.a {\n  margin-left: 1rem;\n  text-align: right;\n}')).toEqual([
      '2: margin-left does not follow the direction',
      '3: text-align: right does not follow the direction',
    ]);
    expect(check('src-renderer/ui/base.css', '.a { margin-inline-start: 1rem; text-align: end; }')).toEqual(
      [],
    );
  });

  it('have the same at both sides where they name all four', () => {
    expect(check('src-renderer/ui/base.css', '.a {\n  padding: 0 1rem 0 calc(1rem + 2px);\n}')).toEqual([
      '2: padding does not follow the direction',
    ]);
    expect(check('src-renderer/ui/base.css', '.a {\n  padding: 0 1rem 2px 1rem;\n}')).toEqual([]);
  });

  it('are found in components, where words of the script are none', () => {
    const component = [
      '<script>',
      'const at = { left: 1, right: 2 };',
      '</script>',
      '<i style:left="1px"></i>',
      '<style>',
      '  i {',
      '    right: 0;',
      '  }',
      '</style>',
    ].join('\n');
    expect(check('src-renderer/ui/X.svelte', component)).toEqual([
      '7: right does not follow the direction',
      '4: left does not follow the direction',
    ]);
  });
});
