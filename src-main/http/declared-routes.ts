import type { FastifyInstance } from 'fastify';
import type { Access, CallSpec } from '../../src-shared/contract/call-spec.ts';
import { declaredCall, plainAddress } from './calls/all-calls.ts';
import type { ErrorOverrides } from './error-wording.ts';
import { type Surface, surfaceOf } from './surface.ts';

/** Who may call the routes of a surface that do not say otherwise. */
export const SURFACE_ACCESS = {
  api2: 'user',
  'api-v21': 'user',
  admin: 'admin',
  local: 'user',
  transfer: 'anonymous',
  sync: 'user',
  public: 'anonymous',
  dav: 'user',
  ui: 'anonymous',
} as const satisfies Record<Surface, Access>;

/** Files of the user interface, and WebDAV: what its methods take and answer is in RFC 4918, and OpenAPI has none of them. */
const UNDECLARED: ReadonlySet<Surface> = new Set(['ui', 'dav']);

/** A registered route with what is declared of it. */
export interface DeclaredRoute {
  readonly method: string;
  /** As registered. */
  readonly url: string;
  readonly call: CallSpec;
  readonly surface: Surface;
  readonly access: Access;
  readonly errors: ErrorOverrides;
  /** Refusals are JSON with their text in this member, where the surface has plain text. */
  readonly errorMember: 'error' | null;
}

/**
 * Gives each route that is added from now on what is declared of it, and lists them. A route of which nothing is
 * declared is a bug and does not start, but for the surfaces that have nothing to declare.
 */
export function declareRoutes(app: FastifyInstance): readonly DeclaredRoute[] {
  const routes: DeclaredRoute[] = [];
  app.addHook('onRoute', (route) => {
    const { url } = route;
    const surface = surfaceOf(url);
    for (const method of [route.method].flat()) {
      const call = declaredCall(method, url);
      if (call === undefined && UNDECLARED.has(surface)) continue;
      if (call === undefined) throw new Error(`nothing is declared of ${method} ${plainAddress(url)}`);
      const access = call.access ?? route.config?.access ?? SURFACE_ACCESS[surface];
      route.config = { ...route.config, call, access };
      const { errors = {}, errorMember = null } = route.config;
      routes.push({ method, url, call, surface, access, errors, errorMember });
    }
  });
  return routes;
}

/** The methods that an address takes, for the difference between 404 and 405; none when no route matches it. */
export type MethodsAt = (path: string) => string[];

/** Watches the routes that are added from now on. */
export function watchRoutes(app: FastifyInstance): MethodsAt {
  const methodsOf = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methodsOf.set(url, [...(methodsOf.get(url) ?? []), method].flat());
  });
  // Made when the first address is asked for that leads nowhere, as few starts see one.
  let patterns: readonly (readonly [RegExp, readonly string[]])[] | null = null;
  return (path) => {
    const plain = withoutTrailingSlash(path);
    patterns ??= [...methodsOf].map(([url, methods]) => [patternOf(url), methods]);
    const methods = patterns.filter(([pattern]) => pattern.test(plain)).flatMap(([, known]) => known);
    return [...new Set(methods)].sort();
  };
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The paths a fastify pattern stands for: `:name`, `:name(regular expression)` and a final `*`. */
function patternOf(url: string): RegExp {
  const segments = withoutTrailingSlash(url).split('/').map(segmentPattern);
  return new RegExp(`^${segments.join('/')}$`);
}

function segmentPattern(segment: string): string {
  if (segment === '*') return '.*';
  if (!segment.startsWith(':')) return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return /\(\^(.*)\$\)$/.exec(segment)?.[1] ?? '[^/]+';
}
