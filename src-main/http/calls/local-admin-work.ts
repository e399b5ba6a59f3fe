import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import { integer, libraryField, REQUIRED, word } from '../../../src-shared/contract/field-spec.ts';
import { list, object } from '../../../src-shared/contract/shape.ts';
import { JOB, RETENTION_EFFECT } from './shapes/local-admin-work.ts';

const SETTINGS = object({ default_keep_days: 'integer' });

/** Long work over all libraries, and what holds for the whole server, on `/api/local/v1/admin`. */
export const LOCAL_ADMIN_WORK_CALLS = {
  'GET /api/local/v1/admin/jobs/': {
    summary: 'What runs in the background, then what ran last.',
    answer: object({ jobs: list(JOB) }),
  },
  'POST /api/local/v1/admin/jobs/': {
    summary: 'Starts a job over all libraries; one at a time.',
    body: {
      kind: word(
        ['check', 'full-check', 'clean-up', 'measure'],
        'Whether everything is there; also whether it is whole; frees what nothing needs; says what takes room.',
        REQUIRED,
      ),
    },
    answer: JOB,
  },
  'DELETE /api/local/v1/admin/jobs/:job_id/': {
    summary: 'Ends a job; what is over stays as it is.',
    answer: JOB,
    refuses: ['task-not-found'],
  },
  'POST /api/local/v1/admin/storage/what-if/': {
    summary: 'Says what a shorter retention would let go, and changes nothing.',
    body: {
      keep_days: integer('Days of history; 0 only the present.', REQUIRED),
      library_id: libraryField('Absent: every library that keeps more now.'),
    },
    answer: RETENTION_EFFECT,
  },
  'GET /api/local/v1/admin/settings/': {
    summary: 'What holds for the whole server.',
    answer: SETTINGS,
  },
  'PATCH /api/local/v1/admin/settings/': {
    summary: 'Changes what holds for the whole server: only what is given.',
    body: { default_keep_days: integer('Retention of new libraries; −1 keeps everything.') },
    answer: SETTINGS,
  },
} as const satisfies CallSpecs;
