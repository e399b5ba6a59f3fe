/** The least number of characters of a user's new password, on the pages and on the command line. */
export const PASSWORD_LEAST = 12;
