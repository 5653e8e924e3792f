import type { Credit, Rights } from './protocol.ts'

interface XmpFacts {
  creator?: string
  copyright?: string
  title?: string
  description?: string
  hasGps?: boolean
}

/** Maximum bytes of a packet that is read. Real ones have a few kilobytes. */
const MAX_BYTES = 512 * 1024

/** The Dublin Core texts of an XMP packet (ISO 16684-1): the first value of each; several creators are joined. */
export function readXmp(packet: Uint8Array | undefined): XmpFacts {
  if (!packet || packet.length > MAX_BYTES) return {}
  const xml = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength).toString('utf8')
  const facts: XmpFacts = { hasGps: /exif:GPS(Latitude|Longitude|DestLatitude)/.test(xml) }
  const creator = entries(xml, 'dc:creator').join(', ')
  const copyright = entries(xml, 'dc:rights')[0]
  const title = entries(xml, 'dc:title')[0]
  const description = entries(xml, 'dc:description')[0]
  if (creator) facts.creator = creator
  if (copyright) facts.copyright = copyright
  if (title) facts.title = title
  if (description) facts.description = description
  return facts
}

/** Names of all properties except creator and rights, such as `exif:GPSLatitude`. */
export function foreignXmp(packet: Uint8Array): string[] {
  if (packet.length > MAX_BYTES) return ['XMP']
  const xml = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength).toString('utf8')
  const names = [
    ...xml.matchAll(
      /<([A-Za-z][\w-]{0,40}:[A-Za-z][\w-]{0,60})[\s>/]|\s([A-Za-z][\w-]{0,40}:[A-Za-z][\w-]{0,60})=/g,
    ),
  ]
  return [...new Set(names.map(([, element, attribute]) => element ?? attribute ?? ''))].filter(
    (name) => !/^(x|rdf|xmlns|xml):/.test(name) && name !== 'dc:creator' && name !== 'dc:rights',
  )
}

function entries(xml: string, property: string): string[] {
  const open = xml.indexOf(`<${property}`)
  const end = xml.indexOf(`</${property}>`, open)
  if (open < 0 || end < 0) return []
  const items = xml.slice(open, end).matchAll(/<rdf:li[^>]{0,200}>([^<]{0,2000})<\/rdf:li>/g)
  return [...items].map(([, text = '']) => unescapeXml(text).trim()).filter((text) => text !== '')
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** An XMP packet with the rights, by ISO 16684-1 and PLUS LDF; undefined: there are none. */
export function writeXmp(rights: Credit & Partial<Rights>): string | undefined {
  const { creator, copyright, creditLine, licensor, dataMining } = rights
  const properties = [
    creator && `<dc:creator><rdf:Seq><rdf:li>${escapeXml(creator)}</rdf:li></rdf:Seq></dc:creator>`,
    copyright &&
      `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(copyright)}</rdf:li></rdf:Alt></dc:rights>`,
    creditLine && `<photoshop:Credit>${escapeXml(creditLine)}</photoshop:Credit>`,
    licensor &&
      `<plus:Licensor><rdf:Seq><rdf:li rdf:parseType="Resource"><plus:LicensorName>${escapeXml(licensor.name)}</plus:LicensorName><plus:LicensorURL>${escapeXml(licensor.url)}</plus:LicensorURL></rdf:li></rdf:Seq></plus:Licensor>`,
    dataMining &&
      `<plus:DataMining>http://ns.useplus.org/ldf/vocab/${escapeXml(dataMining)}</plus:DataMining>`,
  ].filter(Boolean)
  if (properties.length === 0) return undefined
  return (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
    'xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/">' +
    `${properties.join('')}</rdf:Description></rdf:RDF></x:xmpmeta>`
  )
}
