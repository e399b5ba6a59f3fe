import { expect, it } from 'vitest';
import { photo } from '../../sample/sample-pictures.ts';

it('draws the same photo for the same seed, whatever was drawn before', async () => {
  const seeds = Array.from({ length: 40 }, (_, at) => 1_000 + at);
  const forwards = await drawn(seeds);
  const backwards = await drawn(seeds.toReversed());
  expect(backwards.toReversed()).toEqual(forwards);
});

async function drawn(seeds: readonly number[]): Promise<string[]> {
  const photos: string[] = [];
  for (const seed of seeds) photos.push((await photo(seed)).toString('base64'));
  return photos;
}
