import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  X509Certificate,
} from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { workerUrl } from '../../core/plain-files.ts';
import { type DataDir, writePrivateFile } from '../data-dir.ts';
import type { CertificateTask } from './certificate-worker.ts';

/** The certificate of a listener, until its source returns another object. */
export interface Certificate {
  /** As PEM. */
  readonly cert: string;
  readonly key: string;
  /** SHA-256 of the certificate, as browsers show it. */
  readonly fingerprint: string;
  /** SHA-256 of its public key in Base64. */
  readonly keyPin: string;
}

/** Source of a listener's certificate. */
export interface CertificateSource {
  readonly isOwn: boolean;
  /**
   * The current certificate: the same object as long as nothing changes.
   * @throws Error when there is none
   */
  current(): Promise<Certificate>;
  /** Why a changed certificate was rejected; empty: nothing is wrong. */
  problem(): string;
}

/** The longest that browsers accept; devices that trust it ask again after that. */
const DAYS = 730;
const RENEWED_DAYS_BEFORE = 60;
/** Former addresses stay in it, so that a laptop that comes home is recognised. */
const MOST_NAMES = 40;
const DAY_MS = 24 * 3_600_000;
/** Making one takes a fraction of a second; this is for a thread that cannot start. */
const MADE_WITHIN_MS = 30_000;

/** Names of this computer for its certificate, some of which it has to include. */
export interface CertifiedNames {
  readonly all: readonly string[];
  /** Without names that change every day, such as IPv6 addresses. */
  readonly lasting: readonly string[];
}

interface OwnCertificateParts {
  readonly dataDir: Pick<DataDir, 'tlsKey' | 'tlsCertificate'>;
  readonly names: () => CertifiedNames;
  readonly nowMs?: () => number;
}

/**
 * The computer's own certificate, in the data folder: made when first needed, and again when it expires or lacks a
 * name. The key stays, for programs that pinned it.
 */
export function ownCertificate({ dataDir, names, nowMs = Date.now }: OwnCertificateParts): CertificateSource {
  let shown: Certificate | null = null;
  let problem = '';

  async function look(): Promise<Certificate> {
    const key = loadKey(dataDir.tlsKey);
    const cert = await certificateFor(key, { path: dataDir.tlsCertificate, names: names(), nowMs: nowMs() });
    return shown?.cert === cert ? shown : certificateOf(cert, pemOf(key));
  }

  return {
    isOwn: true,
    problem: () => problem,
    async current() {
      try {
        shown = await look();
        problem = '';
      } catch (error) {
        problem = textOf(error);
        if (shown === null) throw error;
      }
      return shown;
    },
  };
}

/** @throws Error for a file without a key, since an unreadable file is never overwritten */
function loadKey(path: string): KeyObject {
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writePrivateFile(path, pemOf(privateKey));
  }
  try {
    return createPrivateKey(readFileSync(path));
  } catch (cause) {
    throw new Error(`${path} cannot be read as a key. Move it away, and a new one is made.`, { cause });
  }
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function certificateFor(
  key: KeyObject,
  { path, names, nowMs }: { path: string; names: CertifiedNames; nowMs: number },
): Promise<string> {
  const before = readOwn(path, key);
  const known = before === null ? [] : namesIn(before.certificate);
  const isFresh =
    before !== null && Date.parse(before.certificate.validTo) - nowMs > RENEWED_DAYS_BEFORE * DAY_MS;
  if (isFresh && names.lasting.every((name) => known.includes(name))) return before.pem;
  const wanted = [...new Set([...names.all, ...known])].slice(0, MOST_NAMES);
  const pem = await makeInThread({ key: pemOf(key), options: { names: wanted, nowMs, days: DAYS } });
  writePrivateFile(path, pem);
  return pem;
}

/** In the desktop app only a new thread finds code that is loaded late. */
async function makeInThread(task: CertificateTask): Promise<string> {
  const thread = new Worker(workerUrl('./certificate-worker', import.meta.url), { workerData: task });
  const [pem] = await once(thread, 'message', { signal: AbortSignal.timeout(MADE_WITHIN_MS) });
  return String(pem);
}

/** Null when there is none for this key; making another loses nothing. */
function readOwn(path: string, key: KeyObject): { pem: string; certificate: X509Certificate } | null {
  try {
    const pem = readFileSync(path, 'utf8');
    const certificate = new X509Certificate(pem);
    return certificate.checkPrivateKey(key) ? { pem, certificate } : null;
  } catch {
    return null;
  }
}

function namesIn({ subjectAltName = '' }: X509Certificate): string[] {
  return subjectAltName.split(', ').flatMap((entry) => {
    const [, kind, value = ''] = /^(DNS|IP Address):(.*)$/.exec(entry) ?? [];
    if (kind === undefined) return [];
    // Node writes all groups of an IPv6 address; a URL has the short form.
    return value.includes(':') ? [new URL(`http://[${value}]`).hostname.slice(1, -1)] : [value.toLowerCase()];
  });
}

/** A certificate from named files, read again when they change. After a bad change the last good one stays. */
export function namedCertificate(files: { readonly cert: string; readonly key: string }): CertificateSource {
  let seen = '';
  let shown: Certificate | null = null;
  let problem = '';

  function read(): void {
    try {
      const stamps = [files.cert, files.key].map((path) => stampOf(path)).join();
      if (stamps === seen) return;
      seen = stamps;
      shown = certificateOf(readFileSync(files.cert, 'utf8'), readFileSync(files.key, 'utf8'));
      problem = '';
    } catch (error) {
      problem = `${files.cert} and ${files.key}: ${textOf(error)}`;
    }
  }

  return {
    isOwn: false,
    problem: () => problem,
    async current() {
      read();
      if (shown === null) throw new Error(problem);
      return shown;
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function stampOf(path: string): string {
  const { mtimeMs, size, ino } = statSync(path);
  return `${mtimeMs} ${size} ${ino}`;
}

/** @throws Error unless the two belong together */
function certificateOf(cert: string, key: string): Certificate {
  const certificate = new X509Certificate(cert);
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    throw new Error('the certificate is not that of the key');
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' });
  // Rejects what would fail when it is used.
  createSecureContext({ cert, key });
  return {
    ...{ cert, key },
    fingerprint: certificate.fingerprint256,
    keyPin: createHash('sha256').update(spki).digest('base64'),
  };
}
