import type { CallSpecs } from './contract/call-spec.ts';
import { type Json, list, named, object, oneOf } from './contract/shape.ts';

/** Everything stored is automatically read and verified, a part each day, starting with what was read longest ago. */
const INTEGRITY = named(
  'Integrity',
  object({
    /** `waiting`: a person, a client or other upkeep is at work. */
    state: oneOf('resting', 'reading', 'waiting'),
    /** Bytes that are stored. */
    stored: 'integer',
    /** Of those: neither read nor written within `within_days`. */
    overdue: 'integer',
    within_days: 'integer',
    /** Everything was read, or written, since then; 0: not everything was. */
    oldest_at: 'integer',
    /** When anything was; 0: nothing was. */
    newest_at: 'integer',
    /** Stored pieces that are damaged, of versions that are kept; counted up to 1,000. */
    damaged_count: 'integer',
    /** The first of them. */
    damaged: list(
      object({
        library_id: 'string',
        library_name: 'string',
        kind: oneOf('block', 'fs', 'commit'),
        id: 'string',
        reason: 'string',
        found_at: 'integer',
        /** A file or folder that needs it today; empty: only earlier versions do, or not known yet. */
        path: 'string',
      }),
    ),
  }),
);
export type IntegrityJson = Json<typeof INTEGRITY>;

export const INTEGRITY_CALLS = {
  'GET integrity/': {
    summary: 'When everything stored was read last, and what of it is damaged.',
    access: 'admin',
    answer: INTEGRITY,
  },
} as const satisfies CallSpecs;
