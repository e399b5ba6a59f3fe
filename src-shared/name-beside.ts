/**
 * What is put behind the name of a library that comes back beside what is here; `{date}` stands for the day on which the
 * backup was made. Pages in another language send their own.
 */
export const NAME_BESIDE = '(from backup {date})';
