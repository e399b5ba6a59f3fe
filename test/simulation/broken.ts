/** A promise that was broken; the words say which and how. */
export class Broken extends Error {}
