import type { FastifyInstance } from 'fastify';
import { PRIVATE_HEADERS } from '../security-headers.ts';

/**
 * The picture shown for people who have none, as a PNG of 96 by 96 pixels: head and shoulders in white on grey. Here and
 * not in a file of its own, so that it is there however the program is packed.
 */
export const DEFAULT_PICTURE: Buffer = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAGAAAABgAgMAAACf9p+rAAAADFBMVEWMmqivucPR19309virhhk7AAAA+klEQVR42u2TQQ6CQAxF',
    'ARNZsGCvC47gEeBmcgQP4d4j4BE4AgsPwIKFMUDNOCJT+hs1xkQT/nJeMm1/fz1v1iwp/3DJINgQndF7QESUA7A24ATA1oAOlKab',
    'MlwCFYksqASILajRFEZyktSCFneL+i0s6F8HdNc3wftdqQOqlqgmqrari1JXq4ZBjY8eODWiaqj1M/gzrYp+j96XxpIdAAUOib5B',
    'LT7BENGp8ckAGvyT+Munh/hOwhGUuMS0SDqCFl2HGD4gR+4kCxccpVHSrsQFjTwneVRbF3S4W94vMUELuY0BBzmez50w5KB8DiIO',
    'qg9AzEH9GwC1ewXblXvxdIDKZgAAAABJRU5ErkJggg==',
  ].join(''),
  'base64',
);

/** The one picture that every address of an avatar leads to. It says nothing about any user. */
export function avatarPictureRoutes(app: FastifyInstance): void {
  app.get(
    '/media/avatars/default.png',
    { config: { access: 'anonymous', anyType: true } },
    async (_, reply) => reply.headers(PRIVATE_HEADERS).type('image/png').send(DEFAULT_PICTURE),
  );
}
