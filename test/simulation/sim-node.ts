/** A thing on the simulated disk, whatever names it has. */
export interface SimNode {
  inode: number;
  readonly kind: 'file' | 'dir' | 'link' | 'other';
  /** Permission bits. */
  mode: number;
  mtimeMs: number;
  ctimeMs: number;
  /** Of a file; replaced as a whole, never written into. Of a link: where it leads. */
  bytes: Buffer;
  /** Names that it has. */
  links: number;
  /** Open handles. */
  handles: number;
  /** Of a folder, by the name as the disk compares it. */
  readonly entries: Map<string, SimEntry>;
  /** Who made it. */
  readonly maker: Actor;
  /** A person wrote into it, or gave it a name. */
  isTouchedByUser: boolean;
  /** A person took its name away, so that only names of Keepfold's own may be left. */
  isLetGo: boolean;
  /** A program wrote through an open handle since the engine last looked at the file. */
  isWrittenUnseen: boolean;
  /** It was changed keeping size and time since the engine last asked about it under its own name. */
  isEditedUnseen: boolean;
  /** What a power loss leaves of a file; null when nothing of it was ever synced. */
  durable: { readonly bytes: Buffer; readonly mtimeMs: number; readonly mode: number } | null;
  /** Names that a power loss leaves in a folder. */
  durableEntries: Map<string, SimEntry>;
}

export interface SimEntry {
  /** As it was given. */
  readonly name: string;
  readonly node: SimNode;
}

/** A person and her programs, or Keepfold. */
export type Actor = 'user' | 'engine';

const TYPE_BITS = { file: 0o100000, dir: 0o040000, link: 0o120000, other: 0o010000 } as const;

export function typeBits(kind: SimNode['kind']): number {
  return TYPE_BITS[kind];
}

/** Names that only Keepfold uses, for what is on its way. */
export const OWN_NAME = /(^|\/)\.~keepfold-/;

/** An error as the system gives it. */
export function systemError(code: string, what: string): Error {
  // Without a stack, which takes most of the time and tells nothing.
  const error = Object.create(Error.prototype) as Error;
  return Object.assign(error, { code, message: `${code}: simulated, ${what}` });
}

/** Every file at or below an entry with its path, `path` being that of the entry. */
export function* filesBelow(path: string, node: SimNode): Generator<{ path: string; node: SimNode }> {
  if (node.kind === 'file') yield { path, node };
  for (const entry of node.entries.values()) yield* filesBelow(`${path}/${entry.name}`, entry.node);
}
