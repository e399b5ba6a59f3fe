import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../http-context.ts';
import { isFromThisComputer } from '../request-guards.ts';
import { localRoute } from './local-route.ts';

export function commandRoutes(app: FastifyInstance, { services, config }: HttpContext): void {
  // Who is signed out needs them most, and who has a terminal of this computer sees them in its list of processes.
  localRoute(app, 'GET commands/', async (request) => {
    if (!isFromThisComputer(request, config)) return { commands: null, email: null };
    const { localPort = 0 } = request.socket;
    return { commands: config.commands?.(localPort) ?? null, email: services.accounts.onlyAccount() };
  });
}
