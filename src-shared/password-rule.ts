/** Characters that a person's new password has at least, on the pages and on the command line. */
export const PASSWORD_LEAST = 12;
