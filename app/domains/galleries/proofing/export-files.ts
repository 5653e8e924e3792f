import { BYTE_ORDER_MARK, csvLine } from '~/platform/csv'
import { archivePaths } from '~/platform/zip/archive-names'

/**
 * The rating and color label that Lightroom and Capture One show for picked photos. A label is text: `Red` is
 * a color in Lightroom’s default set and a tag in Capture One, whereas Bridge’s default set uses `Select`.
 */
const RATING = 5
const LABEL = 'Red'

/**
 * An XMP sidecar (Adobe, XMP Specification Parts 1 and 3): a rating, a color label, and the list as a keyword
 * within `Client choices`. Both programs read it if it's beside a raw file with the same name.
 */
export function sidecarOf({ item, list }: { item: ExportedItem; list: ExportedList }): string {
  const keyword = `Client choices|${asLevel(list.person)}|${asLevel(list.purpose)}`
  const flat = keyword.split('|')
  const words = item.comments.join('\n')
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

/** `|` separates the levels of a hierarchical keyword. */
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

/** Removes characters that XML 1.0 doesn't allow. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"\n\t]/g, (sign) => ENTITIES[sign] ?? '')

/** Characters that aren't allowed in file names on every system, or are invisible. */
const NO_NAME = /[/\\:\p{Cc}\p{Cf}]/u
const MOST_BYTES = 251

/**
 * The sidecars' names: those of the photos with `.xmp` instead of their extension, where Lightroom and
 * Capture One look (`IMG_1.xmp` beside `IMG_1.CR3`; other programs use `IMG_1.CR3.xmp`). A name that exists
 * on a disk is kept, including quotes and question marks, so that it matches its photo. Only invalid names
 * are changed.
 * @param stems distinct names without extensions
 */
export function sidecarNames(stems: readonly string[]): string[] {
  const plain = stems.filter(isPlain).map(named)
  const changed = archivePaths(
    stems.filter((stem) => !isPlain(stem)).map((name) => ({ folder: '', name, extension: 'xmp' })),
    plain,
  )
  return stems.map((stem) => (isPlain(stem) ? named(stem) : (changed.shift() ?? named('photograph'))))
}

const named = (stem: string): string => `${stem}.xmp`

/** Zero-width joiners, as in emoji, are allowed. */
const isPlain = (stem: string): boolean =>
  stem.isWellFormed() &&
  !/^[. ]|[. ]$/.test(stem) &&
  stem !== '' &&
  !NO_NAME.test(stem.replace(/[\u200c\u200d]/g, '')) &&
  new TextEncoder().encode(stem).length <= MOST_BYTES

/** A photo on a list, for export. */
export interface ExportedItem {
  /** Number in the gallery, from 1. */
  number: number
  /** The file's name when it was uploaded. */
  fileName: string
  title: string
  /** When it was favorited: "Nov 20, 2026, 9:30 AM". */
  chosen: string
  /** Comments by the list's client, and the studio's replies to them, each with its author. */
  comments: string[]
}

export interface ExportedList {
  gallery: string
  person: string
  email: string
  purpose: string
  note: string
  items: ExportedItem[]
}

/** The export files, by name in the URL. */
export const EXPORT_FILES = ['names.txt', 'names-in-lines.txt', 'favorites.csv', 'sidecars.zip'] as const
export type ExportFile = (typeof EXPORT_FILES)[number]

const COLUMNS: [title: string, value: (item: ExportedItem, list: ExportedList) => string][] = [
  ['Number', ({ number }) => String(number)],
  ['File name', ({ fileName }) => fileName],
  ['Title', ({ title }) => title],
  ['Gallery', (_, { gallery }) => gallery],
  ['List', (_, { purpose }) => purpose],
  ['Person', (_, { person }) => person],
  ['Email', (_, { email }) => email],
  ['Favorited', ({ chosen }) => chosen],
  ['Comments', ({ comments }) => comments.join('\n')],
]

export const favoritesCsv = (list: ExportedList): string =>
  [
    `${BYTE_ORDER_MARK}${csvLine(COLUMNS.map(([title]) => title))}`,
    ...list.items.map((item) => csvLine(COLUMNS.map(([, value]) => value(item, list)))),
  ].join('')

/** In one line, for the search fields of Lightroom and Capture One. */
export const namesInOneLine = ({ items }: ExportedList): string =>
  items.map(({ fileName }) => fileName).join(', ')

/** One name per line. */
export const namesInLines = ({ items }: ExportedList): string =>
  items.map(({ fileName }) => `${fileName}\r\n`).join('')
