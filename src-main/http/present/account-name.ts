import type { ErrorOverrides } from '../error-wording.ts';

const NAME_TEXTS: Readonly<Record<string, string>> = {
  'too-long': 'Name is too long (maximum is 64 characters)',
  slash: "Name should not include '/'.",
};

/** How real servers say what is wrong with the name of a person. */
export const NAME_ERRORS: ErrorOverrides = {
  'name-invalid': { status: 400, text: ({ reason = '' }) => NAME_TEXTS[reason] ?? 'name invalid.' },
};
