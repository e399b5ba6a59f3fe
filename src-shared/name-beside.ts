/**
 * The suffix for the name of a library that is restored next to an existing one; `{date}` stands for the day on which the
 * backup was made. Pages in another language send their own.
 */
export const NAME_BESIDE = '(from backup {date})';
