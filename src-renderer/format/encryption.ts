/** What a person has to know before choosing encryption: what it hides, and who can open it. */
export const ENCRYPTION_MEANING =
  'Contents are encrypted; names, sizes and dates are not. Seafile clients from version 9 on open it with the password; older ones may not.';
