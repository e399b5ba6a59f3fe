import { describe, expect, it } from 'vitest';
import { DirtyOutbox } from '../../../../src-main/folder/watch/dirty-outbox.ts';

/** What the outbox says first. */
function firstWord(fill: (outbox: DirtyOutbox) => void): Promise<unknown> {
  return new Promise((resolve) => {
    const outbox = new DirtyOutbox({
      dirty: (dirs, trees) => resolve({ dirs, trees }),
      everything: () => resolve('everything'),
    });
    fill(outbox);
  });
}

describe('events of one moment', () => {
  it('leave together, each place once', async () => {
    const said = await firstWord((outbox) => {
      for (const dir of ['a', 'b', 'a']) outbox.addDir(dir);
      outbox.addTree('new');
    });
    expect(said).toEqual({ dirs: ['a', 'b'], trees: ['new'] });
  });

  it('become everything when it is not known where', async () => {
    const said = await firstWord((outbox) => {
      outbox.addDir('a');
      outbox.addEverything();
      outbox.addDir('b');
    });
    expect(said).toBe('everything');
  });

  it('become everything when there are so many that the system may have dropped some', async () => {
    const said = await firstWord((outbox) => {
      for (let i = 0; i < 8001; i++) outbox.addDir('busy');
    });
    expect(said).toBe('everything');
  });
});
