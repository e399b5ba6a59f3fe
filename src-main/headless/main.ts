// Entry of the headless server. The version is checked before anything else is loaded: an older Node crashes on the
// native modules without a word.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  process.stderr.write(
    `Keepfold needs Node 22.22 or newer; this is ${process.version}. "npm start" brings its own.\n`,
  );
  process.exit(1);
}
const { preferSmallMemory } = await import('../app/small-memory.ts');
const whenWorkEnded = preferSmallMemory();
const { serve } = await import('./serve.ts');
await serve(process.argv.slice(2), whenWorkEnded);
