import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  libraryField,
  path,
  REQUIRED,
  SECRET,
  text,
  texts,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { SUCCESS } from '../../../src-shared/contract/shape.ts';
import {
  CHANGED_ITEMS,
  EXISTING_ITEMS,
  ITEMS_LINK,
  LOCK,
  MEASURED_ITEMS,
  TRANSFER_PROGRESS,
  TRANSFER_STARTED,
  UNDONE,
} from './shapes/local-items.ts';

const SEVERAL = {
  folder: path('The folder that they are in.', REQUIRED),
  names: texts('Names of items in the folder.', REQUIRED),
};

const PLACE_REFUSALS = ['folder-not-found', 'not-a-folder', 'path-invalid'] as const;
const CHANGE_REFUSALS = [...PLACE_REFUSALS, 'item-not-found', 'name-invalid', 'name-taken'] as const;

/** What a file manager does with items, on `/api/local/v1`. */
export const LOCAL_ITEMS_CALLS = {
  'POST /api/local/v1/libraries/:library_id/items/new-folder/': {
    summary: 'Makes an empty folder; a name that is taken is refused.',
    body: { path: path('The new folder.', REQUIRED) },
    answer: CHANGED_ITEMS,
    refuses: CHANGE_REFUSALS,
  },
  'POST /api/local/v1/libraries/:library_id/items/rename/': {
    summary: 'Gives an item another name in its folder; a name that is taken is refused.',
    body: { path: path('The item.', REQUIRED), name: text('The new name.', REQUIRED) },
    answer: CHANGED_ITEMS,
    refuses: CHANGE_REFUSALS,
  },
  'POST /api/local/v1/libraries/:library_id/items/delete/': {
    summary: 'Deletes items of one folder in one commit; those that are not there are no work.',
    body: SEVERAL,
    answer: CHANGED_ITEMS,
    refuses: [...PLACE_REFUSALS, 'name-invalid'],
  },
  'POST /api/local/v1/libraries/:library_id/items/measure/': {
    summary: 'How many files and bytes items of one folder are, with all that folders among them hold.',
    body: SEVERAL,
    answer: MEASURED_ITEMS,
    refuses: PLACE_REFUSALS,
  },
  'POST /api/local/v1/libraries/:library_id/items/transfer/': {
    summary: 'Moves or copies items of one folder to another, also of another library.',
    body: {
      ...SEVERAL,
      mode: word(['copy', 'move'], '', REQUIRED),
      to_library_id: libraryField('Where they go.', REQUIRED),
      to_folder: path('The folder that they go to.', REQUIRED),
      replace: texts('Names that are replaced where they are taken; the others get a number.'),
    },
    answer: TRANSFER_STARTED,
    refuses: [...CHANGE_REFUSALS, 'library-locked', 'quota-exceeded'],
  },
  'GET /api/local/v1/transfers/:task_id/': {
    summary: 'How far a move or copy between libraries is.',
    answer: TRANSFER_PROGRESS,
    refuses: ['task-not-found'],
  },
  'DELETE /api/local/v1/transfers/:task_id/': {
    summary: 'Ends a move or copy; nothing of it stays.',
    answer: SUCCESS,
    refuses: ['task-not-found'],
  },
  'POST /api/local/v1/libraries/:library_id/items/existing/': {
    summary: 'Which of these paths are taken now.',
    body: { paths: texts('At most 10,000.', REQUIRED) },
    answer: EXISTING_ITEMS,
    refuses: ['path-invalid'],
  },
  'POST /api/local/v1/libraries/:library_id/items/undo/': {
    summary: 'Takes back what commits changed; whatever was changed since stays.',
    body: { commit_ids: texts('Newest first; at most 1,000.', REQUIRED) },
    answer: UNDONE,
    refuses: ['commit-not-found', 'item-not-found', 'name-taken'],
  },
  'POST /api/local/v1/libraries/:library_id/upload-link/': {
    summary: 'An address to upload files to, for an hour.',
    body: { path: path('The folder that they go to.', REQUIRED) },
    answer: ITEMS_LINK,
    refuses: [...PLACE_REFUSALS, 'quota-exceeded'],
  },
  'POST /api/local/v1/libraries/:library_id/zip-link/': {
    summary: 'An address to download items of one folder from, as one archive.',
    body: SEVERAL,
    answer: ITEMS_LINK,
    refuses: [...PLACE_REFUSALS, 'library-locked'],
  },
  'GET /api/local/v1/libraries/:library_id/unlock/': {
    summary: 'Whether the contents are encrypted and the caller has not given the password.',
    answer: LOCK,
  },
  'POST /api/local/v1/libraries/:library_id/unlock/': {
    summary:
      'Lets the caller at the contents of an encrypted library for an hour; a plain one takes any password.',
    body: { password: text('The password of the library.', { ...REQUIRED, ...SECRET }) },
    answer: LOCK,
    refuses: ['password-wrong', 'throttled'],
  },
} as const satisfies CallSpecs;
