/** A file was taken away while it was being copied: a library was purged, or damage set aside. Worth another try. */
export class SourceMoved extends Error {
  override readonly name = 'SourceMoved';

  constructor(path: string) {
    super(`${path} went while it was being copied`);
  }
}
