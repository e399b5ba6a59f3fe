import type { ObjectKind, StoredObject } from '../../store/objects/object-store.ts';

/** Uploads may take this long from their first object to the commit that needs it. */
export const GRACE_SECONDS = 86_400;

/** What is known of the history of a library, by the numbers of its commits. */
export interface HistoryFacts {
  /** Oldest that retention shows. */
  readonly shownSeq: number;
  /** Only the head is shown, and no deletion. */
  readonly isHeadOnly: boolean;
  readonly headSeq: number;
  /** Older ones have been collected. */
  readonly retainedFromSeq: number;
  /** Oldest one made after the cutoff of retention; null: there is none, or no cutoff. */
  readonly youngerSeq: number | null;
  /** Oldest one that a deletion which is shown would be restored from; null: no deletion is shown. */
  readonly trashSeq: number | null;
}

/** Commits that stay whole, from the oldest on, and what needs that one. */
export interface KeptHistory {
  readonly fromSeq: number;
  /** `clock-behind`: it looks old and is not, as older ones that look young show. */
  readonly reason: 'shown' | 'clock-behind' | 'trash';
}

export function keptHistory(facts: HistoryFacts): KeptHistory {
  const { shownSeq, headSeq, retainedFromSeq, youngerSeq, trashSeq } = facts;
  const shown = { fromSeq: shownSeq, reason: 'shown' } as const;
  if (facts.isHeadOnly) return shown;
  // A commit made while the clock was behind looks old, though younger ones came before it: those stay anyway.
  const youngFrom = Math.max(retainedFromSeq, (youngerSeq ?? headSeq + 1) - 1);
  const young = { fromSeq: youngFrom, reason: 'clock-behind' } as const;
  // A shown deletion is restored from the last commit that held it, so that commit must stay whole too.
  const trash = { fromSeq: trashSeq ?? shownSeq, reason: 'trash' } as const;
  return [shown, young, trash].reduce((oldest, each) => (each.fromSeq < oldest.fromSeq ? each : oldest));
}

/**
 * `commit`: commits always stay; `history`: a commit that stays whole reaches it; `held`: something young or a linked
 * folder names it; `young`: it was stored or touched within the grace period.
 */
export type KeepReason = 'commit' | 'history' | 'held' | 'young';

/** How an object is reached from what stays. */
export type HowReached = (kind: ObjectKind, id: string) => 'tree' | 'loose' | null;

/** Null: nothing needs it. */
export function reasonToKeep(
  object: StoredObject,
  reach: HowReached,
  youngSinceSeconds: number,
): KeepReason | null {
  if (object.kind === 'commit') return 'commit';
  const how = reach(object.kind, object.id);
  if (how !== null) return how === 'tree' ? 'history' : 'held';
  return object.storedAtSeconds >= youngSinceSeconds ? 'young' : null;
}

export interface ObjectTotal {
  readonly objects: number;
  readonly bytes: number;
  /** Bytes that they take where they lie. */
  readonly storedBytes: number;
}

/** What of a library may go, and what stays for which reason. */
export interface RemovalPlan extends ObjectTotal {
  readonly fs: readonly StoredObject[];
  readonly blocks: readonly StoredObject[];
  readonly kept: Readonly<Record<KeepReason, ObjectTotal>>;
}

export async function planRemoval(
  listed: AsyncIterable<StoredObject>,
  reasonFor: (object: StoredObject) => KeepReason | null,
): Promise<RemovalPlan> {
  const none = () => ({ objects: 0, bytes: 0, storedBytes: 0 });
  const kept = { commit: none(), history: none(), held: none(), young: none() };
  const removed = { fs: [] as StoredObject[], block: [] as StoredObject[] };
  const total = none();
  for await (const object of listed) {
    const reason = reasonFor(object);
    const counted = reason === null ? total : kept[reason];
    counted.objects += 1;
    counted.bytes += object.sizeBytes;
    counted.storedBytes += object.storedBytes;
    if (reason === null && object.kind !== 'commit') removed[object.kind].push(object);
  }
  return { ...total, fs: removed.fs, blocks: removed.block, kept };
}
