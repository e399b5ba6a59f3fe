import { describe, expect, it } from 'vitest';
import {
  parseChangedLink,
  parseLinkChange,
  parseLinkRequest,
  parseNewLink,
  publicLink,
  shareLink,
  uploadLink,
} from '../../../../src-main/http/present/public-links.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { sentTo } from '../../../support/sent-fields.ts';

const LIBRARY = '7c6b2a8e-0000-4000-8000-000000000001';
/** 2023-11-14T22:13:20Z */
const NOW = 1_700_000_000;

const wanted = (sent: object) =>
  parseLinkRequest(sentTo('POST /api/v2.1/share-links/', { repo_id: LIBRARY, path: '/a', ...sent }), NOW);
const changed = (sent: object) => parseLinkChange(sentTo('PUT /api/v2.1/share-links/:token/', sent), NOW);

describe('when a link ends', () => {
  it('is never, after days, or at a time', () => {
    expect(wanted({}).expiresAtSeconds).toBeNull();
    expect(wanted({ expire_days: '0' }).expiresAtSeconds).toBeNull();
    expect(wanted({ expire_days: '2' }).expiresAtSeconds).toBe(NOW + 172_800);
    expect(wanted({ expiration_time: '2023-11-15T00:00:00+01:00' }).expiresAtSeconds).toBe(NOW + 2_800);
  });

  it('is refused twice, in the past, and by what is no time', async () => {
    for (const sent of [
      { expire_days: '2', expiration_time: '2030-01-01T00:00:00Z' },
      { expiration_time: '2023-11-14T22:13:20Z' },
      { expiration_time: '2030-01-01' },
      { expiration_time: '2030-01-01T00:00:00' },
      { expire_days: '-1' },
    ])
      expect([sent, await refusalOf(() => wanted(sent))]).toMatchObject([sent, { code: 'argument-invalid' }]);
  });

  it('stays where a change says nothing of it, and is taken away by nothing', () => {
    expect(changed({})).toEqual({});
    expect(changed({ expire_days: '' })).toEqual({ expiresAtSeconds: null });
    expect(changed({ expiration_time: '', description: '' })).toEqual({
      expiresAtSeconds: null,
      description: '',
    });
    expect(parseChangedLink(sentTo('PUT /api/local/v1/public-links/:token/', {}), NOW)).toEqual({});
  });
});

describe('what visitors may do', () => {
  it('is told as an object or as its text', () => {
    const rights = { canDownload: false, canEdit: false, canUpload: true };
    const permissions = { can_download: false, can_upload: true };
    expect(wanted({ permissions }).rights).toEqual(rights);
    expect(wanted({ permissions: JSON.stringify(permissions) }).rights).toEqual(rights);
    expect(wanted({}).rights).toEqual({ canDownload: true, canEdit: false, canUpload: false });
  });

  it('is refused where it is neither, or says yes and no', async () => {
    for (const permissions of ['{', '[]', 'read', { can_upload: 'maybe' }, '{"can_upload":"maybe"}'])
      expect(await refusalOf(() => wanted({ permissions }))).toMatchObject({
        ...{ code: 'argument-invalid', detail: { field: 'permissions' } },
      });
  });

  it('on our own page is to look or to download, and no more', () => {
    const sent = { kind: 'share', library_id: LIBRARY, path: '/a', can_download: false };
    const { rights } = parseNewLink(sentTo('POST /api/local/v1/public-links/', sent), NOW);
    expect(rights).toEqual({ canDownload: false, canEdit: false, canUpload: false });
  });
});

describe('a link', () => {
  const link = {
    ...{ token: 't0k3n', kind: 'share', path: '/docs/a b', isDir: false, creatorEmail: 'anna@example.com' },
    ...{ canDownload: true, canEdit: false, canUpload: false, viewCount: 2, passwordHash: 'hash' },
    ...{ createdAtSeconds: NOW, expiresAtSeconds: null, description: '' },
  };
  const view = (more: object) =>
    ({
      ...{
        link: { ...link, ...more },
        library: { id: LIBRARY, name: 'Papers' },
        item: null,
        isExpired: false,
      },
    }) as unknown as Parameters<typeof shareLink>[0];

  it('says that it has a password, and never which', () => {
    for (const shown of [shareLink(view({}), 'http://here'), publicLink(view({}), 'http://here')]) {
      expect(shown.has_password).toBe(true);
      expect(JSON.stringify(shown)).not.toContain('hash"');
    }
    expect(shareLink(view({}), 'http://here').password).toBe('');
  });

  it('leads to a file, a folder, or where files go', () => {
    expect(shareLink(view({}), 'http://here')).toMatchObject({
      ...{ link: 'http://here/f/t0k3n/', download_link: 'http://here/f/t0k3n/?dl=1', path: '/docs/a b' },
    });
    expect(shareLink(view({ isDir: true }), 'http://here')).toMatchObject({
      ...{ link: 'http://here/d/t0k3n/', download_link: '', path: '/docs/a b/' },
    });
    expect(shareLink(view({ canDownload: false }), 'http://here').download_link).toBe('');
    expect(uploadLink(view({ kind: 'upload', isDir: true }), 'http://here').link).toBe(
      'http://here/u/d/t0k3n/',
    );
  });
});
