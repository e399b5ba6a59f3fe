import { measureRows } from './measure-rows.ts';

// How the benchmarks start this part: with an empty folder to work in, and how many rows to make.
const [work = '', scale = '1'] = process.argv.slice(2);

process.stdout.write(`${await measureRows(work, Number(scale))}\n`);
