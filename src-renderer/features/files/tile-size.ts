/** The room that a tile needs besides its picture: space around it, and two lines for the name below it. */
export function tilesOf({ layout, tile }: { readonly layout: 'list' | 'grid'; readonly tile: number }) {
  return layout === 'grid' ? { width: tile + 20, height: tile + 64 } : null;
}
