/** What the page may ask of the main process; the preload script and the bridge agree on these names. */
export const PICK_FOLDER = 'keepfold:pick-folder';
export const REVEAL_FOLDER = 'keepfold:reveal-folder';
