import { SaxesParser } from 'saxes';
import { DAV_BODY_MAX_BYTES, DAV_BODY_MAX_DEPTH } from '../../core/limits.ts';
import { unreadableBody } from '../request-error.ts';

/** The namespace of WebDAV itself. */
export const DAV = 'DAV:';

export interface XmlElement {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: (XmlElement | string)[];
}

interface XmlAttribute {
  readonly namespace: string;
  readonly name: string;
  readonly value: string;
}

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/**
 * The root element of a document with namespaces. Document types, and so entities of one's own, are refused; so are
 * namespaces that written out at each name, as they are kept and told, take more than a body may: one that is named
 * once and meant by thousands of names is a bomb too.
 * @throws RequestError 400
 */
export function parseXml(body: Buffer): XmlElement {
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  let namespaceLengths = 0;
  const parser = new SaxesParser({ xmlns: true, position: false });
  const addText = (text: string) => open.at(-1)?.children.push(text);
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (open.length >= DAV_BODY_MAX_DEPTH) refuse();
    const own = Object.values(attributes).filter(
      ({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns',
    );
    const element: XmlElement = {
      ...{ namespace: uri, name: local, children: [] },
      attributes: own.map((one) => ({ namespace: one.uri, name: one.local, value: one.value })),
    };
    for (const { namespace } of [element, ...element.attributes]) namespaceLengths += namespace.length;
    if (namespaceLengths > DAV_BODY_MAX_BYTES) refuse();
    if (open.length === 0) root = element;
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(textOf(body)).close();
  return root ?? refuse();
}

function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return refuse();
  }
}

function refuse(): never {
  throw unreadableBody('The body is not XML that is taken here.');
}

export function elementsOf({ children }: XmlElement): XmlElement[] {
  return children.filter((child): child is XmlElement => typeof child !== 'string');
}

/** The child of WebDAV's own namespace. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return elementsOf(element).find((child) => isDav(child, name));
}

export function isDav({ namespace, name }: XmlElement, wanted: string): boolean {
  return namespace === DAV && name === wanted;
}

/** The element as text that stands for itself anywhere. */
export function writeXml({ namespace, name, attributes, children }: XmlElement): string {
  const written = attributes.map((one, at) => writeAttribute(one, `a${at}`)).join('');
  const start = startOf(namespace, name);
  const inner = children
    .map((child) => (typeof child === 'string' ? escapeXml(child) : writeXml(child)))
    .join('');
  const end = start.slice(1).split(' ', 1)[0];
  return `${start}${written}>${inner}</${end}>`;
}

/** An element without content. @param name `{namespace}name` */
export function emptyElement(name: string): string {
  const end = name.indexOf('}');
  return `${startOf(name.slice(1, end), name.slice(end + 1))}/>`;
}

function startOf(namespace: string, name: string): string {
  if (namespace === DAV) return `<D:${name} xmlns:D="DAV:"`;
  return namespace === '' ? `<${name}` : `<x:${name} xmlns:x="${escapeXml(namespace)}"`;
}

function writeAttribute({ namespace, name, value }: XmlAttribute, prefix: string): string {
  if (namespace === '') return ` ${name}="${escapeXml(value)}"`;
  if (namespace === XML_NAMESPACE) return ` xml:${name}="${escapeXml(value)}"`;
  return ` ${prefix}:${name}="${escapeXml(value)}" xmlns:${prefix}="${escapeXml(namespace)}"`;
}

/** What is no character in XML, such as a control character in the name of a file, becomes the one for the unknown. */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
/** Most texts stand for themselves; halves of a character of two are left to `NO_CHARACTER`. */
const PLAIN = /^[\t\n !#-%'-;=?-\ud7ff\ue000-\ufffd]*$/;

export function escapeXml(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(NO_CHARACTER, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}
