import { ANNA, BERT, libraryWorld } from './library-world.ts';

const DAY = 86_400;

/** A library of Anna's that Bert may read, with two versions of a letter and a picture in a folder. */
export async function sharedPapers() {
  const world = await libraryWorld();
  const id = await world.addLibrary('Papers');
  await world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission: 'r', isAdmin: false });
  await world.commit(
    id,
    await world.put(id, '/letter.txt', 'Dear'),
    await world.put(id, '/trip/pic.jpg', 'p'.repeat(100)),
  );
  world.clock.advance(3 * DAY);
  await world.commit(id, await world.put(id, '/letter.txt', 'Dear aunt'));
  return { world, id };
}
