const main = (folders) => `^src-main/(${folders})/`;
const ui = (folders) => `^src-renderer/(${folders})/`;

/**
 * A layer may import what its `pathNot` names and nothing else.
 * @param {string} name
 * @param {{ folder: string, mayImport: string[], anyBuiltin?: boolean, alsoTypesOf?: string, because: string }} rule
 */
function layer(name, { folder, mayImport, anyBuiltin, alsoTypesOf, because }) {
  const from = { path: folder };
  const allowed = alsoTypesOf ? [...mayImport, alsoTypesOf] : mayImport;
  const to = { pathNot: allowed, ...(anyBuiltin && { dependencyTypesNot: ['core'] }) };
  const rules = [{ name, severity: 'error', comment: because, from, to }];
  if (alsoTypesOf) {
    const code = { path: alsoTypesOf, dependencyTypesNot: ['type-only'] };
    rules.push({ name: `${name}-types-only`, severity: 'error', comment: because, from, to: code });
  }
  return rules;
}

/**
 * Rooms of a folder above each other: each may import those named after it, and none before. Rooms named together
 * (`a|b`) know nothing of one another. Files beside the rooms are the ground: each room may import them, and they none,
 * or a room would reach any other by way of them.
 * @param {string} folder
 * @param {string[]} rooms
 */
function floors(folder, rooms) {
  const room = (names) => `^src-main/${folder}/(${names.join('|')})/`;
  const comment = `The rooms of ${folder}/ stand on each other: ${rooms.join(', ')}.`;
  const below = rooms.slice(1).map((name, at) => ({
    name: `${folder}-${name}-below-${rooms[at]}`,
    severity: 'error',
    comment,
    from: { path: room([name]) },
    to: { path: room(rooms.slice(0, at + 1)) },
  }));
  const apart = rooms
    .filter((name) => name.includes('|'))
    .map((name) => ({
      name: `${folder}-${name}-apart`,
      severity: 'error',
      comment,
      from: { path: `^src-main/${folder}/(${name})/` },
      to: { path: room([name]), pathNot: `^src-main/${folder}/$1/` },
    }));
  const ground = {
    name: `${folder}-ground-below-rooms`,
    severity: 'error',
    comment,
    from: { path: `^src-main/${folder}/[^/]+$` },
    to: { path: `^src-main/${folder}/[^/]+/` },
  };
  return [...below, ...apart, ground];
}

const shared = '^src-shared/';
/** @param {string[]} names */
const packages = (...names) => names.map((name) => `(^|/)node_modules/${name}/`);
/** @param {string[]} names */
const builtins = (...names) => names.map((name) => `^(node:)?${name}$`);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layer('shared-imports-nothing', {
      folder: shared,
      mayImport: [shared],
      because: 'Both processes and every test load src-shared: it is declarations and constants only.',
    }),
    {
      name: 'page-takes-only-types-of-calls',
      severity: 'error',
      comment: 'The declarations of calls, and what checks by them, stay out of the page.',
      from: { path: '^src-renderer/' },
      to: { path: `${shared}(contract/|[a-z-]+-api[.]ts$)`, dependencyTypesNot: ['type-only'] },
    },
    ...layer('core-is-pure', {
      folder: main('core'),
      mayImport: [main('core'), shared, ...builtins('crypto')],
      because:
        'The domain has no I/O, clock, randomness or framework, so that it can be read and tested as values.',
    }),
    ...layer('memory-knows-only-the-core', {
      folder: main('memory'),
      mayImport: [main('core|memory')],
      because: 'It owns the memory of large blocks for all who move them, and knows none of them.',
    }),
    ...layer('engine-knows-no-caller', {
      folder: main('engine'),
      mayImport: [
        main('core|engine|memory'),
        shared,
        ...builtins('crypto', 'stream', 'stream/promises', 'path', 'timers/promises', 'util'),
        ...packages('lru-cache', 'p-limit'),
      ],
      alsoTypesOf: main('store'),
      because: 'The life of a library knows no right and no request; it is handed its stores as types.',
    }),
    {
      name: 'engine-takes-no-caller',
      severity: 'error',
      comment: 'Who may is decided by use cases, before the engine is asked.',
      from: { path: main('engine') },
      to: { path: '^src-main/core/access/' },
    },
    ...layer('scheduling-knows-only-the-core', {
      folder: main('engine/scheduling'),
      mayImport: [main('core|engine/scheduling'), ...builtins('timers/promises', 'util')],
      because: 'Whose turn it is has nothing to do with libraries, so that stores may ask it as well.',
    }),
    ...floors('engine', ['edits', 'heads', 'objects', 'reading', 'scheduling']),
    ...layer('usecases-use-the-engine', {
      folder: main('usecases'),
      mayImport: [
        main('core|engine|usecases'),
        shared,
        ...builtins('crypto', 'stream', 'stream/promises', 'path', 'util'),
        ...packages('lru-cache', 'p-limit'),
      ],
      alsoTypesOf: main('store'),
      because: 'Use cases decide who may, then ask the engine; they name store types and load no store code.',
    }),
    ...layer('store-knows-only-the-core', {
      folder: main('store'),
      mayImport: [
        main('core|memory|engine/scheduling|store'),
        ...packages('better-sqlite3', '@types/better-sqlite3', 'p-limit'),
      ],
      anyBuiltin: true,
      because:
        'Stores keep what they are given and know nothing of the rest of the engine, use cases or surfaces.',
    }),
    {
      name: 'repository-knows-no-medium',
      severity: 'error',
      comment:
        'The rules of the store hold on whatever medium: they see the interface of a backend, no disk.',
      from: { path: '^src-main/store/repository/' },
      to: {
        path: [
          '^src-main/store/(backend/(?!backend\\.ts$)|threads/)',
          ...builtins('fs', 'fs/promises', 'path'),
        ],
      },
    },
    {
      name: 'backends-know-no-objects',
      severity: 'error',
      comment: 'A backend keeps files, so that a new medium is a small thing to write.',
      from: { path: '^src-main/store/backend/' },
      to: { path: '^src-main/store/(objects|repository|sqlite|threads)/' },
    },
    ...layer('folder-uses-use-cases', {
      folder: main('folder'),
      mayImport: [
        main('core|engine|usecases|memory|folder'),
        shared,
        ...packages('chokidar', 'ignore', 'p-limit'),
      ],
      anyBuiltin: true,
      because: 'Linked folders change libraries only through the engine and its use cases.',
    }),
    ...floors('folder', ['control', 'ingest|checkout|export', 'link', 'scan', 'watch', 'ignore', 'disk']),
    ...layer('pictures-stand-alone', {
      folder: main('pictures'),
      mayImport: [main('pictures'), ...packages('@jsquash/[^/]+', 'gifuct-js', 'p-limit')],
      anyBuiltin: true,
      because: 'Opening pictures is a matter of bytes: it knows nothing of libraries.',
    }),
    ...layer('languages-stand-alone', {
      folder: main('i18n'),
      mayImport: [main('i18n'), shared, ...packages('intl-messageformat')],
      because: 'i18n/ shows messages; which messages there are is the business of those who say them.',
    }),
    ...layer('http-uses-use-cases', {
      folder: main('http'),
      mayImport: [
        main('core|engine|usecases|memory|http|i18n'),
        shared,
        ...packages('fastify', '@fastify/[^/]+', 'mime', 'client-zip', 'rate-limiter-flexible', 'saxes'),
      ],
      anyBuiltin: true,
      because: 'Routes declare, call a use case and present; they reach no store and no folder.',
    }),
    ...layer('app-composes', {
      folder: main('app'),
      mayImport: [
        main('core|engine|usecases|store|folder|http|pictures|i18n|app'),
        shared,
        ...packages(
          'pino',
          'keytar',
          'fastify',
          'koffi',
          'hash-wasm',
          '@peculiar/x509',
          'p-limit',
          'reflect-metadata',
        ),
      ],
      anyBuiltin: true,
      because: 'The composition is the same for the desktop and for the server, and knows neither.',
    }),
    ...layer('electron-starts-the-app', {
      folder: main('electron'),
      mayImport: [main('app|electron|i18n'), shared, ...packages('electron', 'electron-updater')],
      anyBuiltin: true,
      because: 'The desktop shell stays thin enough to review by eye.',
    }),
    ...layer('headless-starts-the-app', {
      folder: main('headless'),
      mayImport: [main('app|headless'), shared, ...packages('commander')],
      anyBuiltin: true,
      because: 'The headless entries parse arguments, start the app and pass signals.',
    }),
    {
      name: 'electron-only-in-the-shell',
      severity: 'error',
      comment: 'Everything else runs under plain Node, where importing electron fails.',
      from: { pathNot: main('electron') },
      to: { path: packages('electron') },
    },
    {
      name: 'ui-is-a-browser-program',
      severity: 'error',
      comment: 'The user interface runs in any browser and talks HTTP.',
      from: { path: '^src-renderer/' },
      to: { path: ['^src-main/', '^test/'] },
    },
    {
      name: 'ui-uses-no-node',
      severity: 'error',
      comment: 'The user interface runs in any browser and talks HTTP.',
      from: { path: '^src-renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'features-stay-apart',
      severity: 'error',
      comment: 'Only app/ combines features.',
      from: { path: '^src-renderer/features/([^/]+)/' },
      to: { path: '^src-renderer/features/', pathNot: '^src-renderer/features/$1/' },
    },
    {
      name: 'features-below-app',
      severity: 'error',
      comment: 'A feature does not know the frame that shows it.',
      from: { path: ui('features|api|ui|format|i18n') },
      to: { path: ui('app') },
    },
    {
      name: 'ui-parts-below-features',
      severity: 'error',
      comment: 'What all features share depends on none of them.',
      from: { path: ui('api|ui|format|i18n') },
      to: { path: ui('features') },
    },
    {
      name: 'ui-components-are-domain-free',
      severity: 'error',
      comment: 'Components and wording know nothing of the server.',
      from: { path: ui('ui|format|i18n') },
      to: { path: ui('api') },
    },
    {
      name: 'wording-is-independent',
      severity: 'error',
      comment: 'format/ is functions from values to text.',
      from: { path: ui('format|i18n') },
      to: { path: ui('ui') },
    },
    {
      name: 'languages-below-words',
      severity: 'error',
      comment: 'i18n/ shows messages; which messages there are is the business of those who say them.',
      from: { path: ui('i18n') },
      to: { path: ui('format') },
    },
    {
      name: 'sources-never-import-tests',
      severity: 'error',
      comment: 'What ships does not depend on what checks it.',
      from: { path: '^src-' },
      to: { path: '^(test|resources)/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle cannot be read top-down.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-missing',
      severity: 'error',
      comment: 'An import that cannot be resolved escapes every other rule.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^vite/client$' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.main.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(out|dist|coverage|test-results)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.svelte', '.svelte.ts', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['svelte', 'import', 'node', 'default', 'types'],
    },
  },
};
