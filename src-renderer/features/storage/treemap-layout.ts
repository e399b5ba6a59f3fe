import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import type { SizedFolderJson, SizedItemJson } from '../../../src-shared/storage-api.ts';

/** A piece of the map: an item of the folder, or of a folder directly in it. */
export interface Tile {
  readonly key: string;
  readonly name: string;
  /** Below the folder that is shown; null: it stands for several small ones. */
  readonly path: readonly string[] | null;
  readonly isDir: boolean;
  readonly bytes: number;
  /** 1: directly in the folder. */
  readonly depth: 1 | 2;
  /** The rank, from the largest at 0, of the top-level item that it belongs to: decides its colour. */
  readonly rank: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Piece {
  readonly name: string;
  readonly path: readonly string[] | null;
  readonly isDir: boolean;
  readonly bytes: number;
  readonly inside?: readonly Piece[];
}

/** Where the name of a folder stands. */
export const TILE_HEAD = 18;
const GAP = 3;
/** Smaller pieces can be neither seen nor clicked. */
const LEAST_SIDE = 3;

/** As close to squares as possible, largest first; areas are in proportion to bytes. */
export function layOut(
  folder: SizedFolderJson,
  { width, height }: { readonly width: number; readonly height: number },
): readonly Tile[] {
  if (width <= 0 || height <= 0 || folder.bytes <= 0) return [];
  const whole: Piece = { name: '', path: [], isDir: true, bytes: folder.bytes, inside: piecesOf(folder) };
  const root = hierarchy(whole, ({ inside }) => inside)
    // Folders have what their parts have.
    .sum(({ inside, bytes }) => (inside === undefined ? bytes : 0))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const placed = treemap<Piece>()
    .tile(treemapSquarify)
    .size([width, height])
    .round(true)
    .paddingInner(GAP)
    .paddingTop(({ depth }) => (depth === 1 ? TILE_HEAD : 0))
    .paddingRight(({ depth }) => (depth === 1 ? GAP : 0))
    .paddingBottom(({ depth }) => (depth === 1 ? GAP : 0))
    .paddingLeft(({ depth }) => (depth === 1 ? GAP : 0))(root);
  const tiles: Tile[] = [];
  for (const [rank, top] of (placed.children ?? []).entries()) {
    for (const node of [top, ...(top.children ?? [])]) {
      const { name, path, isDir, bytes } = node.data;
      const [tileWidth, tileHeight] = [node.x1 - node.x0, node.y1 - node.y0];
      if (tileWidth < LEAST_SIDE || tileHeight < LEAST_SIDE) continue;
      tiles.push({
        ...{ key: `${rank} ${path?.join('/') ?? `other ${node.depth}`}`, name, path, isDir, bytes, rank },
        ...{ depth: node.depth === 1 ? 1 : 2, x: node.x0, y: node.y0, width: tileWidth, height: tileHeight },
      });
    }
  }
  return tiles;
}

function piecesOf({ items, other_bytes, other_items }: SizedFolderJson): Piece[] {
  const told = items.filter(({ bytes }) => bytes > 0).map(pieceOf);
  return other_items > 0 && other_bytes > 0 ? [...told, rest(other_bytes)] : told;
}

function pieceOf({ name, is_dir, bytes, inside }: SizedItemJson): Piece {
  const piece = { name, path: [name], isDir: is_dir, bytes };
  const known = inside.filter((part) => part.bytes > 0);
  if (known.length === 0) return piece;
  const left = known.reduce((sum, part) => sum - part.bytes, bytes);
  const parts = known.map((part) => ({
    ...{ name: part.name, path: [name, part.name], isDir: part.is_dir, bytes: part.bytes },
  }));
  return { ...piece, inside: left > 0 ? [...parts, rest(left)] : parts };
}

/** Many small ones. */
function rest(bytes: number): Piece {
  return { name: '', path: null, isDir: false, bytes };
}
