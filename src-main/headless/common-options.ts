import type { OptionShapes } from './commands/command.ts';

/** What every command takes. */
export const COMMON_OPTIONS = {
  'data-dir': { value: 'dir', about: 'the data folder; without it KEEPFOLD_DATA_DIR or that of this system' },
  json: { about: 'answers for programs' },
} as const satisfies OptionShapes;
