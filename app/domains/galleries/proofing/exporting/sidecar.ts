import type { ExportedFrame, ExportedList } from './model'

/**
 * Stars and color that Lightroom and Capture One show for what a client chose. A label is a text: `Red` is a color in
 * Lightroom’s own set and a tag of Capture One, while Bridge’s set would say `Select`.
 */
const RATING = 5
const LABEL = 'Red'

/**
 * An XMP sidecar (Adobe, XMP Specification Part 1 and 3): a rating, a color label, and the list as a keyword within
 * `Client choices`. Both programs read it beside a raw file of the same name.
 */
export function sidecarOf({ frame, list }: { frame: ExportedFrame; list: ExportedList }): string {
  const keyword = `Client choices|${asLevel(list.person)}|${asLevel(list.purpose)}`
  const flat = keyword.split('|')
  const words = frame.comments.join('\n')
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    ' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '  <rdf:Description rdf:about=""',
    '    xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    '    xmlns:dc="http://purl.org/dc/elements/1.1/"',
    '    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"',
    '    xmlns:lr="http://ns.adobe.com/lightroom/1.0/"',
    `    xmp:Rating="${RATING}"`,
    `    xmp:Label="${LABEL}"${words === '' ? '' : `\n    photoshop:Instructions="${escaped(words)}"`}>`,
    ...bag('dc:subject', flat),
    ...bag('lr:hierarchicalSubject', [keyword]),
    '  </rdf:Description>',
    ' </rdf:RDF>',
    '</x:xmpmeta>',
    '<?xpacket end="w"?>',
    '',
  ].join('\n')
}

/** The bar divides the levels of a keyword. */
const asLevel = (text: string): string => text.replaceAll('|', '/').trim() || 'Unnamed'

const bag = (name: string, words: readonly string[]): string[] => [
  `   <${name}>`,
  '    <rdf:Bag>',
  ...words.map((word) => `     <rdf:li>${escaped(word)}</rdf:li>`),
  '    </rdf:Bag>',
  `   </${name}>`,
]

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
}

/** Without what XML 1.0 cannot hold at all. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"\n\t]/g, (sign) => ENTITIES[sign] ?? '')
