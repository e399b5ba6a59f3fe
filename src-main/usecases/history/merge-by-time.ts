/** Rows of one library in the order of the merge. */
export interface MergeSource<Row> {
  /** None of its rows comes before this time. */
  readonly edgeSeconds: number;
  /** Read as they are asked for. */
  readonly rows: Iterator<Row, unknown>;
}

export interface MergeOrder<Row> {
  readonly isOldestFirst: boolean;
  readonly secondsOf: (row: Row) => number;
  readonly comesFirst: (row: Row, other: Row) => boolean;
}

interface Begun<Row> {
  readonly row: Row;
  readonly rows: Iterator<Row, unknown>;
}

/** The rows of all sources in one order. Of a source whose time has not come nothing is read. */
export function* mergeByTime<Row>(
  sources: readonly MergeSource<Row>[],
  { isOldestFirst, secondsOf, comesFirst }: MergeOrder<Row>,
): Generator<Row, undefined> {
  const sign = isOldestFirst ? 1 : -1;
  const waiting = sources.toSorted((a, b) => sign * (a.edgeSeconds - b.edgeSeconds));
  const begun = new Set<Begun<Row>>();
  const advance = (rows: Iterator<Row, unknown>) => {
    const next = rows.next();
    if (next.done !== true) begun.add({ row: next.value, rows });
  };
  for (;;) {
    let first: Begun<Row> | null = null;
    for (const source of begun) if (first === null || comesFirst(source.row, first.row)) first = source;
    const [unread] = waiting;
    if (unread !== undefined && (first === null || sign * (unread.edgeSeconds - secondsOf(first.row)) <= 0)) {
      waiting.shift();
      advance(unread.rows);
      continue;
    }
    if (first === null) return;
    yield first.row;
    begun.delete(first);
    advance(first.rows);
  }
}

export interface PageReader<Row, Place> {
  readonly read: (after: Place, limit: number) => readonly Row[];
  readonly placeOf: (row: Row) => Place;
  /** Sizes of the first page and of those after it: of most sources no more than the first rows are wanted. */
  readonly firstLimit: number;
  readonly limit: number;
}

/** All rows behind a place, read a page at a time. */
export function* readPages<Row, Place>(
  after: Place,
  { read, placeOf, firstLimit, limit }: PageReader<Row, Place>,
): Generator<Row, undefined> {
  let rows = read(after, firstLimit);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield* rows;
    rows = read(placeOf(last), limit);
  }
}
