import { measureMemory } from './measure-memory.ts';

// How the benchmarks start this part: with an empty folder to work in, and how large to make everything.
const [work = '', scale = '1'] = process.argv.slice(2);

process.stdout.write(`${await measureMemory(work, Number(scale))}\n`);
