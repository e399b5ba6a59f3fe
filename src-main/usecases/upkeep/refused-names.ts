import { readHostName } from '../../core/host-name.ts';
import type { Clock } from '../../engine/ports.ts';

/** Enough for all that a household calls a computer; a flood of others shows no more. */
const MOST_NAMES = 10;
/** Of one caller, so that none can push out what others were refused. */
const MOST_NAMES_OF_ONE = 3;

/** A name that the server was called by and does not know. */
export interface RefusedName {
  readonly name: string;
  readonly lastAtSeconds: number;
  readonly calls: number;
}

/** Names that requests were refused for, as long as the service runs. */
export type RefusedNames = ReturnType<typeof createRefusedNames>;

export function createRefusedNames(clock: Pick<Clock, 'nowSeconds'>) {
  /** By name, the newest last. */
  const names = new Map<string, RefusedName & { readonly address: string }>();

  /** Whether another had to give way. */
  function makeRoom(address: string): boolean {
    const own = [...names.values()].filter((each) => each.address === address);
    const [oldest] = own.length >= MOST_NAMES_OF_ONE ? own : names.size >= MOST_NAMES ? names.values() : [];
    return oldest !== undefined && names.delete(oldest.name);
  }

  return {
    /** Whether it is news, which it is not among so many that another gave way. @param address whose request it was */
    note(text: string, address: string): boolean {
      const name = readHostName(text);
      if (name === null) return false;
      const before = names.get(name);
      names.delete(name);
      const isOneOfMany = before === undefined && makeRoom(address);
      const calls = (before?.calls ?? 0) + 1;
      names.set(name, {
        name,
        lastAtSeconds: clock.nowSeconds(),
        calls,
        address: before?.address ?? address,
      });
      return before === undefined && !isOneOfMany;
    },
    /** Whether it was there. */
    forget: (name: string): boolean => names.delete(name),
    /** The newest first. */
    list: (): RefusedName[] =>
      [...names.values()].reverse().map(({ name, lastAtSeconds, calls }) => ({ name, lastAtSeconds, calls })),
  };
}
