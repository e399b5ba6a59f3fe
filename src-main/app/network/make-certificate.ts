// The decorators of the library need it when they are loaded.
import 'reflect-metadata';
import { type KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** Allows for clocks of other devices that are a day off. */
const BEFORE_MS = 24 * 3_600_000;
const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;

export interface CertificateOptions {
  /** Names and addresses of this computer, IPv6 without brackets; the first becomes the subject. */
  readonly names: readonly string[];
  readonly nowMs: number;
  readonly days: number;
}

/** A certificate that the key signs for itself, as PEM. */
export async function makeCertificate(key: KeyObject, options: CertificateOptions): Promise<string> {
  const { subtle } = webcrypto;
  const [name = 'keepfold'] = options.names;
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' });
  const privateKey = await subtle.importKey('pkcs8', pkcs8, P256, true, ['sign']);
  const { d: _, ...publicJwk } = key.export({ format: 'jwk' });
  const publicKey = await subtle.importKey('jwk', publicJwk, P256, true, ['verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: `01${randomBytes(15).toString('hex')}`,
      name: [{ CN: [name.slice(0, 64)] }, { O: ['Keepfold'] }],
      keys: { privateKey, publicKey },
      notBefore: new Date(options.nowMs - BEFORE_MS),
      notAfter: new Date(options.nowMs + options.days * 24 * 3_600_000),
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
      extensions: [
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(
          options.names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
        ),
      ],
    },
    webcrypto,
  );
  return `${certificate.toString('pem')}\n`;
}
