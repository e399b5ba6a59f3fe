import { describe, expect, it } from 'vitest';
import {
  childOf,
  emptyElement,
  escapeXml,
  isDav,
  parseXml,
  writeXml,
} from '../../../../src-main/http/dav/xml.ts';

const parse = (text: string) => parseXml(Buffer.from(text));

describe('the body of a program of a drive', () => {
  it('names what is WebDAV’s own by any prefix, or by none', () => {
    for (const body of [
      '<D:propfind xmlns:D="DAV:"><D:prop/></D:propfind>',
      '<propfind xmlns="DAV:"><prop/></propfind>',
      '<?xml version="1.0"?><x:propfind xmlns:x="DAV:"><y:prop xmlns:y="DAV:"/></x:propfind>',
    ]) {
      const root = parse(body);
      expect([isDav(root, 'propfind'), childOf(root, 'prop')?.name]).toEqual([true, 'prop']);
    }
    const other = parse('<propfind xmlns="urn:x"><prop/></propfind>');
    expect([isDav(other, 'propfind'), childOf(other, 'prop')]).toEqual([false, undefined]);
  });

  it('is refused where it is not well-formed, defines anything of its own, or is a bomb', () => {
    const deep = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
    const bomb = `<a xmlns:x="${'n'.repeat(1_000)}">${'<x:b/>'.repeat(66)}</a>`;
    for (const body of [
      ...[
        '',
        'text',
        '<a>',
        '<a></b>',
        '<a/><b/>',
        '<x:a/>',
        '<a b="1" b="2"/>',
        '<a>&e;</a>',
        '<a>&#0;</a>',
      ],
      ...['<!DOCTYPE a><a/>', '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', deep(33), bomb],
    ])
      expect(() => parse(body), body.slice(0, 60)).toThrow('The body is not XML that is taken here.');
    expect(() => parseXml(Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e]))).toThrow();
    expect(parse(deep(32)).name).toBe('a');
  });
});

describe('what a program notes', () => {
  it('is written so that it says the same anywhere', () => {
    const note =
      '<x:note xmlns:x="urn:a" xml:lang="de" x:kind="a&amp;b" plain="1">a &lt; b<c/><![CDATA[<d>]]></x:note>';
    const written =
      '<x:note xmlns:x="urn:a" xml:lang="de" a1:kind="a&amp;b" xmlns:a1="urn:a" plain="1">a &lt; b<c></c>&lt;d&gt;</x:note>';
    expect(writeXml(parse(note))).toBe(written);
    expect(writeXml(parse(written))).toBe(written);
  });

  it('is named without content by its namespace', () => {
    expect(['{DAV:}getetag', '{}plain', '{urn:"}b'].map(emptyElement)).toEqual([
      '<D:getetag xmlns:D="DAV:"/>',
      '<plain/>',
      '<x:b xmlns:x="urn:&quot;"/>',
    ]);
  });
});

it('no text breaks out of its element, and none holds what XML has not', () => {
  expect(escapeXml('a<b>&"\r')).toBe('a&lt;b&gt;&amp;&quot;&#13;');
  expect(['tab\t', '\u0001', '\ud800', '\uffff', 'ä 😀'].map(escapeXml)).toEqual([
    ...['tab\t', '\ufffd', '\ufffd', '\ufffd', 'ä 😀'],
  ]);
});
