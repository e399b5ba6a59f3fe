import { EventEmitter } from 'node:events';
import type { WebSocket } from '@fastify/websocket';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import { NotificationConnections } from '../../../../src-main/http/sync/notifications.ts';

type TokenState = 'good' | 'refused';

/** Connections whose tokens are what they say. */
function someConnections() {
  const state = (_id: string, token: string) =>
    token === 'good'
      ? ({ kind: 'good', headId: 'a'.repeat(40) as CommitId } as const)
      : ({ kind: 'refused' } as const);
  const connections = new NotificationConnections({ state }, () => undefined);
  onTestFinished(() => connections.close());
  const ended: string[] = [];
  const come = (address: string, count: number, token?: TokenState) => {
    for (let at = 0; at < count; at += 1) {
      const said = { send: () => undefined, close: () => undefined, bufferedAmount: 0 };
      const terminate = () => void ended.push(`${address} ${token ?? 'silent'}`);
      const socket = Object.assign(new EventEmitter(), said, { terminate });
      connections.open(socket as unknown as WebSocket, address);
      const libraries = [{ id: 'b46b8d5a-6f3c-4f6e-9a08-6f8b6d5e7a10', jwt_token: token }];
      if (token !== undefined)
        socket.emit('message', JSON.stringify({ type: 'subscribe', content: { repos: libraries } }), false);
    }
  };
  return { connections, come, ended };
}

describe('notification connections', () => {
  it('are no more than 32 of one address beyond this computer, which leaves room for others', () => {
    const { connections, come } = someConnections();
    come('10.0.0.1', 31, 'good');
    expect(connections.makeRoomFor('10.0.0.1')).toBe(true);
    come('10.0.0.1', 1, 'good');
    expect(['10.0.0.1', '10.0.0.2', 'loopback'].map((address) => connections.makeRoomFor(address))).toEqual([
      false,
      true,
      true,
    ]);
    come('loopback', 32, 'good');
    expect(connections.makeRoomFor('loopback')).toBe(false);
  });

  it('without a good token make room for others, the oldest first', () => {
    const { connections, come, ended } = someConnections();
    come('10.0.0.1', 1, 'good');
    come('10.0.0.1', 1, 'refused');
    come('10.0.0.1', 30);
    come('10.0.0.2', 32);
    expect(connections.makeRoomFor('10.0.0.1')).toBe(true);
    expect(connections.makeRoomFor('10.0.0.3')).toBe(true);
    come('10.0.0.3', 1, 'good');
    expect(connections.makeRoomFor('loopback')).toBe(true);
    expect(ended).toEqual(['10.0.0.1 refused', '10.0.0.1 silent']);
  });
});
