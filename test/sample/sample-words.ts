import type { SeededNumbers } from '../support/seeded-numbers.ts';

const SUBJECTS = [
  'The roofer',
  'Aunt Vera',
  'The school',
  'Our neighbour',
  'The bank',
  'Grandpa',
  'The garage',
  'The doctor',
  'The band',
  'The landlord',
];
const VERBS = [
  'called about',
  'sent',
  'asked for',
  'confirmed',
  'will bring',
  'forgot',
  'found',
  'finally paid',
  'promised',
  'postponed',
];
const OBJECTS = [
  'the invoice',
  'the keys',
  'a second offer',
  'the appointment',
  'the old photographs',
  'two tickets',
  'the contract',
  'the insurance papers',
  'a recipe for plum cake',
  'the new bicycle',
];
const ENDINGS = [
  'before the holidays',
  'on Thursday',
  'as agreed',
  'once more',
  'for the garden party',
  'by post',
  'without a word',
  'at the end of the month',
  'after the move',
  'in the afternoon',
];

const FUNCTION_WORDS = [
  'read',
  'write',
  'average',
  'calibrate',
  'filter',
  'report',
  'open',
  'close',
  'parse',
  'schedule',
];
const FUNCTION_NOUNS = [
  'Moisture',
  'Temperature',
  'Valve',
  'Battery',
  'Sample',
  'Log',
  'Threshold',
  'Forecast',
  'Pump',
  'Clock',
];

export function sentence(numbers: SeededNumbers): string {
  const [subject, verb] = [numbers.pick(SUBJECTS), numbers.pick(VERBS)];
  return `${subject} ${verb} ${numbers.pick(OBJECTS)} ${numbers.pick(ENDINGS)}.`;
}

export function paragraph(numbers: SeededNumbers): string {
  return Array.from({ length: 2 + numbers.below(4) }, () => sentence(numbers)).join(' ');
}

/** A row of a household table: what, when it is due, what it costs. */
export function expense(numbers: SeededNumbers): string {
  const what = numbers.pick([
    'Rent',
    'Electricity',
    'Groceries',
    'Train',
    'Dentist',
    'Books',
    'Internet',
    'Garden',
    'Piano lessons',
  ]);
  return `${what};${1 + numbers.below(28)}.;${5 + numbers.below(800)}.${String(numbers.below(100)).padStart(2, '0')}`;
}

/** A small function, as a file of code holds many. */
export function codeFunction(numbers: SeededNumbers): string {
  const [verb, noun] = [numbers.pick(FUNCTION_WORDS), numbers.pick(FUNCTION_NOUNS)];
  const [limit, step] = [numbers.below(900), 1 + numbers.below(9)];
  return [
    `/** ${sentence(numbers)} */`,
    `export function ${verb}${noun}${limit}(values: readonly number[]): number {`,
    `  const useful = values.filter((value) => value > ${limit});`,
    `  return useful.reduce((sum, value) => sum + value * ${step}, 0);`,
    '}',
  ].join('\n');
}
