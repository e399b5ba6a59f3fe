import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { namedCertificate, ownCertificate } from '../../../../src-main/app/network/certificates.ts';
import { makeCertificate } from '../../../../src-main/app/network/make-certificate.ts';

const DAY_MS = 24 * 3_600_000;
const scratch = mkdtempSync(join(tmpdir(), 'keepfold-tls-'));
const NOW = Date.parse('2026-11-27T12:00:00Z');

let nowMs = NOW;
let names = ['attic.local', '192.168.1.7'];
let changing = ['fd00::1'];
let dataDir = { tlsKey: '', tlsCertificate: '' };

beforeEach(() => {
  const folder = mkdtempSync(join(scratch, 'data-'));
  dataDir = { tlsKey: join(folder, 'tls.key'), tlsCertificate: join(folder, 'tls.crt') };
  nowMs = NOW;
  names = ['attic.local', '192.168.1.7'];
  changing = ['fd00::1'];
});

afterAll(() => rmSync(scratch, { recursive: true }));

const source = () =>
  ownCertificate({
    dataDir,
    names: () => ({ all: [...names, ...changing], lasting: names }),
    nowMs: () => nowMs,
  });

describe('the own certificate of a computer', () => {
  it('is for its names and addresses, by a key of P-256, for two years', async () => {
    const { cert, fingerprint } = await source().current();
    const certificate = new X509Certificate(cert);
    expect(certificate.checkHost('attic.local')).toBe('attic.local');
    expect(certificate.checkIP('192.168.1.7')).toBe('192.168.1.7');
    expect(certificate.checkIP('fd00::1')).toBe('fd00::1');
    expect(certificate.checkHost('evil.example')).toBe(undefined);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(certificate.fingerprint256).toBe(fingerprint);
    expect(Date.parse(certificate.validFrom)).toBe(NOW - DAY_MS);
    expect(Date.parse(certificate.validTo)).toBe(NOW + 730 * DAY_MS);
  });

  it.skipIf(process.platform === 'win32')('has a key that only its owner reads', async () => {
    await source().current();
    expect(statSync(dataDir.tlsKey).mode & 0o777).toBe(0o600);
  });

  it('stays the same across starts and while addresses change that do so every day', async () => {
    const first = await source().current();
    changing = ['fd00::2'];
    const again = source();
    const second = await again.current();
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(await again.current()).toBe(second);
  });

  it('is made anew for a new address, knows the old one still, and keeps its key', async () => {
    const own = source();
    const first = await own.current();
    names = ['attic.local', '10.0.0.9'];
    const second = await own.current();
    expect(second.fingerprint).not.toBe(first.fingerprint);
    expect(second.keyPin).toBe(first.keyPin);
    const certificate = new X509Certificate(second.cert);
    expect([certificate.checkIP('10.0.0.9'), certificate.checkIP('192.168.1.7')]).toEqual([
      '10.0.0.9',
      '192.168.1.7',
    ]);
    names = ['attic.local', '192.168.1.7'];
    expect(await own.current()).toBe(second);
  });

  it('is made anew two months before it ends', async () => {
    const own = source();
    const first = await own.current();
    nowMs = NOW + 669 * DAY_MS;
    expect(await own.current()).toBe(first);
    nowMs = NOW + 671 * DAY_MS;
    expect((await own.current()).keyPin).toBe(first.keyPin);
    expect((await own.current()).fingerprint).not.toBe(first.fingerprint);
  });

  it('is made again where its file is damaged; a damaged key is left alone, and told of', async () => {
    const first = await source().current();
    writeFileSync(dataDir.tlsCertificate, 'no certificate');
    expect((await source().current()).keyPin).toBe(first.keyPin);
    writeFileSync(dataDir.tlsKey, 'no key');
    const own = source();
    await expect(own.current()).rejects.toThrow('Move it away, and a new one is made.');
    expect(own.problem()).toContain(dataDir.tlsKey);
    expect(readFileSync(dataDir.tlsKey, 'utf8')).toBe('no key');
  });

  it('is read by OpenSSL', async () => {
    await source().current();
    let said: string;
    try {
      said = execFileSync('openssl', ['x509', '-noout', '-text', '-in', dataDir.tlsCertificate], {
        encoding: 'utf8',
      });
    } catch {
      return;
    }
    expect(said).toContain('DNS:attic.local, IP Address:192.168.1.7');
    expect(said).toContain('ecdsa-with-SHA256');
  });
});

describe('a certificate that the owner names', () => {
  const files = () => ({ cert: dataDir.tlsCertificate, key: dataDir.tlsKey });

  async function write(name: string): Promise<void> {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(dataDir.tlsKey, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const options = { names: [name], nowMs, days: 90 };
    writeFileSync(
      dataDir.tlsCertificate,
      await makeCertificate(createPrivateKey(readFileSync(dataDir.tlsKey)), options),
    );
  }

  it('is read again when its files change', async () => {
    await write('one.example.org');
    const named = namedCertificate(files());
    const first = await named.current();
    expect(await named.current()).toBe(first);
    await write('another.example.org');
    const second = await named.current();
    expect(new X509Certificate(second.cert).checkHost('another.example.org')).toBe('another.example.org');
    expect(named.problem()).toBe('');
  });

  it('stays the last good one while its files are bad, which is told', async () => {
    await write('one.example.org');
    const named = namedCertificate(files());
    const first = await named.current();
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    writeFileSync(dataDir.tlsKey, other.export({ type: 'pkcs8', format: 'pem' }));
    expect(await named.current()).toBe(first);
    expect(named.problem()).toContain('the certificate is not that of the key');
    rmSync(dataDir.tlsKey);
    expect(await named.current()).toBe(first);
    expect(named.problem()).toContain('ENOENT');
    await write('two.example.org');
    expect(await named.current()).not.toBe(first);
    expect(named.problem()).toBe('');
  });

  it('is none where its files never were good', async () => {
    writeFileSync(dataDir.tlsCertificate, 'rubbish');
    writeFileSync(dataDir.tlsKey, 'rubbish');
    await expect(namedCertificate(files()).current()).rejects.toThrow(dataDir.tlsCertificate);
  });
});
