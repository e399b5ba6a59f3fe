import { list, named, object, orNull } from '../../../../src-shared/contract/shape.ts';

// Our own surface: what a linked folder leaves out, as in `src-shared/folder-choices-api.ts`.

export const IGNORE_RULES = named(
  'LocalIgnoreRules',
  object({
    text: 'string',
    defaults: 'string',
    offered: orNull(
      object({
        text: 'string',
        added: list('string'),
        removed: list('string'),
      }),
    ),
  }),
);

const IGNORE_EFFECT = named(
  'LocalIgnoreEffect',
  object({
    count: 'integer',
    bytes: 'integer',
    examples: list('string'),
  }),
);

export const IGNORE_PREVIEW = named(
  'LocalIgnorePreview',
  object({
    newly_ignored: IGNORE_EFFECT,
    newly_taken: IGNORE_EFFECT,
    invalid_lines: list('integer'),
    words: 'string',
  }),
);
