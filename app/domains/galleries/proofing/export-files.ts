import { BYTE_ORDER_MARK, csvLine } from '~/platform/csv'
import { archivePaths } from '~/platform/zip/archive-names'

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
export function sidecarOf({ frame, list }: { frame: ExportedItem; list: ExportedList }): string {
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

/** No system takes these for part of a plain name, or they cannot be seen. */
const NO_NAME = /[/\\:\p{Cc}\p{Cf}]/u
const MOST_BYTES = 251

/**
 * Names of sidecars: those of the photos with `.xmp` in place of their ending, which is where Lightroom and
 * Capture One look (`IMG_1.xmp` beside `IMG_1.CR3`; others look for `IMG_1.CR3.xmp`). What a disk has taken once is kept
 * as it is, quotes and question marks too, or the sidecar would belong to nothing; only what is no plain name is changed.
 * @param stems names without their endings, no two alike
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

/** Joiners, which emoji are made with, are no reason. */
const isPlain = (stem: string): boolean =>
  stem.isWellFormed() &&
  !/^[. ]|[. ]$/.test(stem) &&
  stem !== '' &&
  !NO_NAME.test(stem.replace(/[\u200c\u200d]/g, '')) &&
  new TextEncoder().encode(stem).length <= MOST_BYTES

/** A photo on a list, for export. */
export interface ExportedItem {
  /** In the gallery, from 1. */
  number: number
  /** As it was on the photographer’s disk. */
  fileName: string
  title: string
  /** When it was favorited: "Nov 20, 2026, 9:30 AM". */
  chosen: string
  /** What was said about it by the person whose list it is, and to them, each with its author. */
  comments: string[]
}

export interface ExportedList {
  gallery: string
  person: string
  email: string
  purpose: string
  note: string
  frames: ExportedItem[]
}

/** By the file’s name in the address. */
export const EXPORT_FILES = ['names.txt', 'names-in-lines.txt', 'favorites.csv', 'sidecars.zip'] as const
export type ExportFile = (typeof EXPORT_FILES)[number]

const COLUMNS: [title: string, value: (frame: ExportedItem, list: ExportedList) => string][] = [
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
    ...list.frames.map((frame) => csvLine(COLUMNS.map(([, value]) => value(frame, list)))),
  ].join('')

/** One line, as the search fields of Lightroom and Capture One take it. */
export const namesInOneLine = ({ frames }: ExportedList): string =>
  frames.map(({ fileName }) => fileName).join(', ')

/** One name a line. */
export const namesInLines = ({ frames }: ExportedList): string =>
  frames.map(({ fileName }) => `${fileName}\r\n`).join('')
