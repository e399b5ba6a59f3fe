import type { FastifyInstance } from 'fastify';

/** The methods each known address takes, for the difference between 404 and 405. */
export interface RouteTable {
  /** Empty when no route matches the path. */
  methodsAt(path: string): string[];
}

interface KnownRoute {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

/** Watches the routes that are added from now on. */
export function watchRoutes(app: FastifyInstance): RouteTable {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  return {
    methodsAt(path) {
      const plain = withoutTrailingSlash(path);
      const methods = routes.filter((route) => route.pattern.test(plain)).flatMap((route) => route.methods);
      return [...new Set(methods)].sort();
    },
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
