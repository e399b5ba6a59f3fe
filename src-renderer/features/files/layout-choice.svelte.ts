/** How the items of a folder are laid out. */
export type Layout = 'list' | 'grid';

export const SMALLEST_TILE = 88;
export const LARGEST_TILE = 256;
const USUAL_TILE = 136;
const KEY = 'keepfold.files';

/** How a user wants folders shown, remembered by the browser for each user. */
export class LayoutChoice {
  #layout = $state.raw<Layout>('list');
  #tile = $state.raw(USUAL_TILE);
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'> | null;
  readonly #key: string;

  /**
   * @param storage absent: nothing is remembered
   * @param person several users may sign in from one browser
   */
  constructor(storage: Pick<Storage, 'getItem' | 'setItem'> | null = null, person = '') {
    this.#storage = storage;
    this.#key = `${KEY} ${person}`;
    const [layout, tile] = (storage?.getItem(this.#key) ?? '').split(' ');
    if (layout === 'grid') this.#layout = layout;
    const pixels = Number(tile);
    if (pixels >= SMALLEST_TILE && pixels <= LARGEST_TILE) this.#tile = pixels;
  }

  get layout(): Layout {
    return this.#layout;
  }

  /** CSS pixels of the square that a picture stands in. */
  get tile(): number {
    return this.#tile;
  }

  setLayout(layout: Layout): void {
    this.#layout = layout;
    this.#remember();
  }

  setTile(pixels: number): void {
    this.#tile = pixels;
    this.#remember();
  }

  #remember(): void {
    this.#storage?.setItem(this.#key, `${this.#layout} ${this.#tile}`);
  }
}
