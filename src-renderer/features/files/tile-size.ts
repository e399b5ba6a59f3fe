/** What a listing needs to show its items as tiles: room around a picture, and below it two lines for a name. */
export function tilesOf({ layout, tile }: { readonly layout: 'list' | 'grid'; readonly tile: number }) {
  return layout === 'grid' ? { width: tile + 20, height: tile + 64 } : null;
}
