import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  restartWaitMs,
  ServiceKeeper,
  type ServiceListener,
} from '../../../../src-main/electron/service/service-keeper.ts';
import type { ToService } from '../../../../src-main/electron/service/service-messages.ts';

const options = { dataDir: '/data', port: 0 };
const running = { kind: 'running', url: 'http://127.0.0.1:8730', token: 'secret' } as const;

/** A keeper whose processes are played by the test. */
function keeperOf() {
  const runs: (ServiceListener & { readonly heard: ToService[]; wasKilled: boolean })[] = [];
  const states: string[] = [];
  const onHang = vi.fn();
  const keeper = new ServiceKeeper(
    (listener) => {
      const run = { said: listener.said, ended: listener.ended, heard: [] as ToService[], wasKilled: false };
      runs.push(run);
      const kill = (): void => {
        run.wasKilled = true;
      };
      return { post: (message) => run.heard.push(message), kill };
    },
    options,
    onHang,
  );
  keeper.onState(({ state }) => states.push(state));
  const last = () => {
    const run = runs.at(-1);
    if (run === undefined) throw new Error('nothing was started');
    return run;
  };
  return { onHang, keeper, runs, states, last };
}

function withFakeTime(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

describe('when a service is started again', () => {
  it.each([
    [[0], 0, 500],
    [[0, 1_000], 1_000, 2_000],
    [[0, 1_000, 2_000], 2_000, 8_000],
    [[0, 1_000, 2_000, 3_000], 3_000, 30_000],
    [[0, 1_000, 2_000, 3_000, 4_000], 4_000, null],
    [[0, 1_000, 2_000, 3_000, 700_000], 700_000, 500],
  ])('after ends at %j it waits at %i for %j', (endsMs, nowMs, waitMs) => {
    expect(restartWaitMs(endsMs, nowMs)).toBe(waitMs);
  });
});

describe('a computer on its battery', () => {
  it('is told to the service, also to one that is started later', async () => {
    const { keeper, last } = keeperOf();
    const started = keeper.start();
    last().said(running);
    await started;
    keeper.tellPower(true);
    expect(last().heard).toEqual([
      { kind: 'start', ...options },
      { kind: 'power', isOnBattery: true },
    ]);
    withFakeTime();
    last().ended();
    vi.advanceTimersByTime(500);
    expect(last().heard.slice(1)).toEqual([{ kind: 'power', isOnBattery: true }]);
    keeper.tellPower(false);
    expect(last().heard.at(-1)).toEqual({ kind: 'power', isOnBattery: false });
  });
});

describe('a service that is kept running', () => {
  it('answers at the address it says', async () => {
    const { keeper, last, states } = keeperOf();
    const started = keeper.start();
    expect(keeper.address).toBeNull();
    expect(last().heard).toEqual([{ kind: 'start', dataDir: '/data', port: 0 }]);
    last().said(running);
    await started;
    expect(keeper.address).toEqual({ url: 'http://127.0.0.1:8730', token: 'secret' });
    expect(states).toEqual(['starting', 'running']);
  });

  it('passes on what happens in it', () => {
    const { keeper, last } = keeperOf();
    const heard: unknown[] = [];
    keeper.onEvent((event) => heard.push(event));
    keeper.start().catch(heard.push);
    last().said({ kind: 'event', event: { type: 'libraries' } });
    expect(heard).toEqual([{ type: 'libraries' }]);
  });

  it('comes back on the port it had when it ends by itself', () => {
    withFakeTime();
    const { keeper, runs, last, states } = keeperOf();
    keeper.start().catch(String);
    last().said(running);
    last().ended();
    expect([keeper.address, keeper.state.state]).toEqual([null, 'restarting']);
    vi.advanceTimersByTime(500);
    expect(runs).toHaveLength(2);
    expect(last().heard).toEqual([{ kind: 'start', dataDir: '/data', port: 8_730 }]);
    last().said(running);
    expect(states).toEqual(['starting', 'running', 'restarting', 'starting', 'running']);
  });

  it('is given up after five ends in a short while, until a person tries again', () => {
    withFakeTime();
    const { keeper, runs, last } = keeperOf();
    keeper.start().catch(String);
    for (let end = 0; end < 5; end++) {
      last().said(running);
      last().ended();
      vi.advanceTimersByTime(30_000);
    }
    expect(runs).toHaveLength(5);
    expect(keeper.state).toEqual({
      state: 'stopped',
      reason: 'The library service ended 5 times in a short while.',
      said: { code: 'endedOften', values: { count: '5' } },
    });
    keeper.startAgain();
    keeper.startAgain();
    expect(runs).toHaveLength(6);
    last().said(running);
    expect(keeper.state).toEqual({ state: 'running', reason: '' });
    last().ended();
    expect(keeper.state.state).toBe('restarting');
  });

  it('is slow without a sign of life for six seconds, silent for twelve, and runs again with the next', () => {
    withFakeTime();
    const { keeper, last, states } = keeperOf();
    keeper.start().catch(String);
    last().said(running);
    for (let sign = 0; sign < 5; sign++) {
      vi.advanceTimersByTime(4_000);
      last().said({ kind: 'alive' });
    }
    expect(keeper.state.state).toBe('running');
    vi.advanceTimersByTime(6_000);
    expect(keeper.state.state).toBe('slow');
    last().said({ kind: 'alive' });
    vi.advanceTimersByTime(12_000);
    expect(keeper.state.state).toBe('silent');
    last().said({ kind: 'alive' });
    expect(states).toEqual(['starting', 'running', 'slow', 'running', 'slow', 'silent', 'running']);
  });

  it('is ended by a person when it is silent, and comes back', () => {
    withFakeTime();
    const { keeper, runs, last } = keeperOf();
    keeper.start().catch(String);
    last().said(running);
    keeper.startAgain();
    expect(last().wasKilled).toBe(false);
    vi.advanceTimersByTime(12_000);
    keeper.startAgain();
    expect(last().wasKilled).toBe(true);
    last().ended();
    vi.advanceTimersByTime(500);
    expect(runs).toHaveLength(2);
    expect(keeper.state.state).toBe('starting');
  });

  it('is ended by itself, and logged, when it gives no sign of life for eighty seconds', () => {
    withFakeTime();
    const { keeper, last, onHang } = keeperOf();
    keeper.start().catch(String);
    last().said(running);
    vi.advanceTimersByTime(79_000);
    expect([last().wasKilled, onHang.mock.calls.length]).toEqual([false, 0]);
    vi.advanceTimersByTime(1_000);
    expect([last().wasKilled, onHang.mock.calls.length]).toEqual([true, 1]);
    last().ended();
    expect(keeper.state.state).toBe('restarting');
    vi.advanceTimersByTime(400_000);
    expect(onHang).toHaveBeenCalledTimes(1);
  });

  it('is not started again when it says why it cannot start', async () => {
    withFakeTime();
    const { keeper, runs, last } = keeperOf();
    const started = keeper.start();
    const said = { code: 'portUsed', values: { count: '8730', what: '127.0.0.1' } } as const;
    last().said({ kind: 'refused', message: 'Port 8730 is used by another program.', said, exitCode: 5 });
    expect(last().heard.at(-1)).toEqual({ kind: 'stop' });
    last().ended();
    await expect(started).rejects.toMatchObject({
      message: 'Port 8730 is used by another program.',
      exitCode: 5,
    });
    vi.advanceTimersByTime(60_000);
    expect(runs).toHaveLength(1);
    const reason = 'Port 8730 is used by another program.';
    expect(keeper.state).toEqual({ state: 'stopped', reason, said });
  });

  it('ends when it is told to, and stays ended', async () => {
    const { keeper, runs, last } = keeperOf();
    keeper.start().catch(String);
    last().said(running);
    const stopped = keeper.stop();
    expect(last().heard.at(-1)).toEqual({ kind: 'stop' });
    last().ended();
    await stopped;
    keeper.startAgain();
    expect(runs).toHaveLength(1);
    expect(last().wasKilled).toBe(false);
  });

  it('is ended by force when it does not end by itself', async () => {
    withFakeTime();
    const { keeper, last } = keeperOf();
    keeper.start().catch(String);
    last().said(running);
    const stopped = keeper.stop();
    vi.advanceTimersByTime(4_500);
    await stopped;
    expect(last().wasKilled).toBe(true);
  });
});
