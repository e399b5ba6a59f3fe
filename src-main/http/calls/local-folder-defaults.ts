import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import { object } from '../../../src-shared/contract/shape.ts';

/** What a newly linked folder begins with, on `/api/local/v1`. */
export const LOCAL_FOLDER_DEFAULTS_CALLS = {
  'GET /api/local/v1/folders/defaults/': {
    summary: 'What holds for a folder that is linked to a new library without another word.',
    answer: object({ keep_days: 'integer', ignored: 'string' }),
  },
} as const satisfies CallSpecs;
