const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "frame-src 'self' blob:",
  "worker-src 'self' blob:",
  // Toasts and the text viewer inject style elements.
  "style-src 'self' 'unsafe-inline'",
  "script-src 'self'",
].join('; ');

/** On every answer, whatever it is. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** On everything that people store, or that is made of it: a browser that shows it runs nothing, whatever it claims to be. */
export const INERT_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "sandbox; default-src 'none'",
};

/** On every answer but the static files of the user interface. */
export const PRIVATE_HEADERS: Readonly<Record<string, string>> = { 'cache-control': 'no-store' };
