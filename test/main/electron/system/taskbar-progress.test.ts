import { describe, expect, it } from 'vitest';
import { WorkMeter } from '../../../../src-main/electron/system/taskbar-progress.ts';
import { linkedFolder } from '../../../support/linked-folders.ts';

describe('the progress in the taskbar', () => {
  const progress = {
    phase: 'hash',
    files_done: 0,
    files_total: 2,
    bytes_done: 30,
    bytes_total: 120,
    current: '',
  } as const;
  const busy = linkedFolder({ state: 'syncing', progress });

  it('is shown of work that takes longer than ten seconds, all folders together', () => {
    const meter = new WorkMeter();
    expect(meter.measure([busy], 1_000)).toBeNull();
    expect(meter.measure([busy], 10_999)).toBeNull();
    expect(meter.measure([busy, linkedFolder()], 11_000)).toBe(0.25);
    expect(meter.measure([busy, { ...busy, progress: { ...progress, bytes_done: 90 } }], 12_000)).toBe(0.5);
    expect(meter.measure([linkedFolder()], 13_000)).toBeNull();
    expect(meter.measure([busy], 14_000)).toBeNull();
  });

  it('has no end while nothing is measured', () => {
    const meter = new WorkMeter();
    const scanning = linkedFolder({ state: 'scanning' });
    meter.measure([scanning], 0);
    expect(meter.measure([scanning], 20_000)).toBe('unknown');
  });
});
