import type { CallSpecs } from './contract/call-spec.ts';
import { type FieldValue, REQUIRED, word } from './contract/field-spec.ts';
import { type Json, named, object, oneOf, orNull } from './contract/shape.ts';
import { JOB, REHEARSED } from './upkeep-api.ts';

const SCHEDULE = word(['off', 'weekly', 'monthly'], 'How often a restore is rehearsed by itself.', REQUIRED);
/** How often a restore is rehearsed. */
export type RehearsalSchedule = FieldValue<typeof SCHEDULE>;

/** Files picked at random are restored from the backup, compared with what the libraries say, and thrown away. */
const REHEARSAL = named(
  'Rehearsal',
  object({
    schedule: oneOf('off', 'weekly', 'monthly'),
    /**
     * `none`: there is no backup; `waiting`: one is due, and begins within an hour of its folder being there with a
     * backup in it; `running`; `resting`: none is due.
     */
    state: oneOf('none', 'waiting', 'running', 'resting'),
    /** When the last one of this backup ended, whatever its outcome; 0: none has. */
    ended_at: 'integer',
    /** Code, reason and value that say why it could not be carried out; empty: it was. */
    error: 'string',
    reason: 'string',
    value: 'string',
    /** When the last one that was carried out ended, and what it found. */
    last_at: 'integer',
    last: orNull(REHEARSED),
  }),
);
export type RehearsalJson = Json<typeof REHEARSAL>;

/** Restores that are rehearsed from the backup, and its repairs. */
export const REHEARSAL_CALLS = {
  'GET backup/rehearsal/': {
    summary: 'When a restore from the backup was rehearsed last, and how that went.',
    access: 'admin',
    answer: REHEARSAL,
  },
  'PATCH backup/rehearsal/': {
    summary: 'Says how often a restore is rehearsed.',
    access: 'admin',
    body: { schedule: SCHEDULE },
    answer: REHEARSAL,
  },
  'POST backup/rehearsal/run/': {
    summary: 'Begins to restore some files from the backup and to compare them; a job. Keeps none.',
    access: 'admin',
    answer: JOB,
    refuses: ['backup-away', 'backup-refused', 'backup-unusable'],
  },
  'POST backup/repair/': {
    summary: 'Begins to replace what is damaged by good copies out of the backup; a job.',
    access: 'admin',
    answer: JOB,
    refuses: ['backup-away', 'backup-refused', 'backup-unusable'],
  },
} as const satisfies CallSpecs;
