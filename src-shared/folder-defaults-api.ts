/**
 * `GET folders/defaults/`: what holds for a folder that is linked to a new library without another word. The rules of
 * `local-api.ts` hold here too.
 */
export interface FolderDefaultsJson {
  /** Retention of the library, as in `LocalLibraryJson`. */
  keep_days: number;
  /** Patterns of what is never taken in, one a line; lines that start with `#` are for people. */
  ignored: string;
}
