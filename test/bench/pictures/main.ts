import { measurePictures } from './picture-budgets.ts';

// How the benchmarks start this part: with an empty folder to work in, and how many pictures to make.
const [work = '', scale = '1'] = process.argv.slice(2);

process.stdout.write(`${await measurePictures(work, Number(scale))}\n`);
