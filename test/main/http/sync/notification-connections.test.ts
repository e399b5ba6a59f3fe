import { EventEmitter } from 'node:events';
import type { WebSocket } from '@fastify/websocket';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NotificationConnections } from '../../../../src-main/http/sync/notification-connections.ts';

const socket = () =>
  Object.assign(new EventEmitter(), { close: () => undefined, terminate: () => undefined });

describe('notification connections', () => {
  it('are no more than 32 of one address beyond this computer, which leaves room for others', () => {
    const connections = new NotificationConnections({ standing: () => ({ kind: 'refused' }) });
    onTestFinished(() => connections.close());
    const come = (address: string, count: number) => {
      for (let at = 0; at < count; at += 1) connections.open(socket() as unknown as WebSocket, address);
    };
    come('10.0.0.1', 31);
    expect(connections.hasRoomFor('10.0.0.1')).toBe(true);
    come('10.0.0.1', 1);
    expect(['10.0.0.1', '10.0.0.2', 'loopback'].map((address) => connections.hasRoomFor(address))).toEqual([
      false,
      true,
      true,
    ]);
    come('loopback', 32);
    expect(connections.hasRoomFor('loopback')).toBe(false);
  });
});
