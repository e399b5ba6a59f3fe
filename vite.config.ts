import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { asciiCode } from './resources/build/ascii-code.mjs';
import { iconShape } from './resources/build/icon-shape.mjs';
import { lightImports } from './resources/build/light-imports.mjs';
import { pageScript } from './resources/build/page-script.mjs';
import { writeThirdPartyLicences } from './resources/build/third-party.mjs';

const here = import.meta.dirname;
const source = (path: string) => resolve(here, 'src-main', path);
// Loaded from where they are installed: Electron brings itself, and native modules cannot be bundled.
const native = ['electron', 'better-sqlite3', 'keytar', 'koffi'];
// Codecs read their WebAssembly from where they are installed.
const codecs = ['@jsquash/jpeg', '@jsquash/png', '@jsquash/webp'];
// How long a plugin took is no warning.
const quiet = { pluginTimings: false };
// A thread starts from a file, so every worker is an entry of its own.
const workers = globSync('src-main/**/*-worker.ts', { cwd: here }).map((file) => [
  basename(file, '.ts'),
  resolve(here, file),
]);

/**
 * Tells V8 to compile all functions of the screens as they arrive, in a thread beside the page, instead of each when it is
 * first called: that was a third of what the first visit of a screen took.
 */
const compiledAtOnce = ({ name }: { readonly name: string }) =>
  name === 'Screens' ? '//# allFunctionsCalledOnLoad' : '';

/** What a page starts with, in one file: Rolldown leaves it in five where a module awaits something, as `i18n/catalog.ts`. */
const oneStart = { groups: [{ name: 'start', tags: ['$initial' as const] }] };

export default defineConfig({
  root: resolve(here, 'src-renderer'),
  base: './',
  plugins: [iconShape(), pageScript(), svelte({ configFile: false }), lightImports()],
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/api': 'http://127.0.0.1:8765' } },
  builder: {
    // Left to itself Vite also builds an environment for server rendering, which this project has not got.
    async buildApp(builder) {
      for (const name of ['client', 'main', 'preload']) {
        const environment = builder.environments[name];
        if (!environment) throw new Error(`no build environment ${name}`);
        await builder.build(environment);
      }
      await writeThirdPartyLicences(here);
    },
  },
  environments: {
    client: {
      build: {
        outDir: resolve(here, 'out/renderer'),
        emptyOutDir: true,
        target: 'chrome140',
        sourcemap: true,
        // Read from the disk of the app, so that a warning for sites would only unsettle who starts it first.
        chunkSizeWarningLimit: 1_000,
        // A data: address would need a wider content security policy than files do.
        assetsInlineLimit: 0,
        rolldownOptions: { checks: quiet, output: { postBanner: compiledAtOnce, codeSplitting: oneStart } },
      },
    },
    main: {
      consumer: 'server',
      resolve: {
        noExternal: true,
        external: [...native, ...codecs],
        conditions: ['node'],
        mainFields: ['module', 'main'],
      },
      build: {
        outDir: resolve(here, 'out/main'),
        emptyOutDir: true,
        target: 'node24',
        sourcemap: true,
        copyPublicDir: false,
        minify: false,
        ssr: true,
        rolldownOptions: {
          input: {
            main: source('electron/main.ts'),
            service: source('electron/service/service-process.ts'),
            serve: source('headless/main.ts'),
            cli: source('headless/cli.ts'),
            ...Object.fromEntries(workers),
          },
          external: [...native, /^@jsquash\//],
          checks: quiet,
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
            // A seventh of the text, which stays in memory; licences are in a file of their own.
            comments: false,
            plugins: [asciiCode()],
          },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron'] },
      build: {
        outDir: resolve(here, 'out/preload'),
        emptyOutDir: true,
        target: 'chrome140',
        copyPublicDir: false,
        minify: false,
        ssr: true,
        rolldownOptions: {
          input: { preload: source('electron/preload.ts') },
          external: ['electron'],
          checks: quiet,
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    },
  },
});
