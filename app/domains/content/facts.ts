import { Fragment, type Node } from '@tiptap/pm/model'
import { isDocument } from '~/domains/texts/model'
import { readDocument, storedDocument } from '~/domains/texts/read-document'
import { fullCurrencyName } from '~/platform/amounts'
import { addressLine } from '~/platform/mail/email-branding'
import { currencyDigits, money } from '~/platform/money'
import { unbroken } from '~/platform/text'
import { studio as neutral } from '../../../content/blank/settings.json'
import { studio as demo } from '../../../content/settings.json'
import { measuringSentence } from './analytics'
import type { Settings } from './model'
import { stateName } from './us-states'

/** The values of placeholders such as `{name}`, with which texts follow the settings. */
export interface Facts {
  name: string
  /** '', also for the email, the city and the state: the owner hasn't entered it yet. */
  phone: string
  email: string
  city: string
  /** As in the address: "NJ" */
  region: string
  /** "New Jersey" */
  state: string
  /** "41 Example Street, East Orange, NJ 07017"; without a street, the city and when clients get the address; '': not known. */
  address: string
  /** The studio's name, if there is no other. */
  photographer: string
  /** The founding year; empty: not stated. */
  year: string
  /** "Tuesday to Saturday, 9 AM to 6 PM" */
  hours: string
  /** The sales tax: "6.625%" */
  tax: string
  /** "US dollars" */
  currency: string
  /** A sentence on whether visits are measured. */
  measuring: string
}

const PLACEHOLDERS = [
  ...(['name', 'photographer', 'phone', 'email', 'city', 'region'] as const),
  ...(['state', 'address', 'year', 'hours', 'tax', 'currency', 'measuring'] as const),
]

/** `{amount 75}`: an amount in the studio's currency, whichever it is. */
const AMOUNT = /\{amount (\d{1,7}(?:\.\d{1,2})?)\}/g
const PLACEHOLDER = new RegExp(`\\{(${PLACEHOLDERS.join('|')})\\}`, 'g')

/** Leaves phone and address blank while they only stand in for the owner's, so that no one reads “Your city.” */
export function withoutUnknown(studio: Settings['studio']): Settings['studio'] {
  const entered = (value: string, standIn: string) => (value === standIn ? '' : value)
  const { phone, address } = studio
  return {
    ...studio,
    phone: entered(phone, neutral.phone),
    address: {
      ...address,
      locality: entered(address.locality, neutral.address.locality),
      region: entered(address.region, neutral.address.region),
      postalCode: entered(address.postalCode, neutral.address.postalCode),
    },
  }
}

/**
 * The email that people read; '' while it only stands in for the owner's. The demo studio's email is a stand-in
 * under any other name: sites without demo content once began with it.
 */
export const shownEmail = ({ name, email }: Pick<Settings['studio'], 'name' | 'email'>): string =>
  email === neutral.email || (email === demo.email && name !== demo.name) ? '' : email

export const factsOf = ({
  studio,
  hours,
  policies,
  analytics,
}: Pick<Settings, 'studio' | 'hours' | 'policies' | 'analytics'>): Facts => ({
  name: studio.name,
  phone: unbroken(studio.phone),
  email: shownEmail(studio),
  city: studio.address.locality,
  region: studio.address.region,
  state: stateName(studio.address),
  address: studio.address.street ? addressLine(studio.address) : townLine(studio.address),
  photographer: studio.photographer || studio.name,
  year: String(studio.foundingYear ?? ''),
  hours: hours.summary,
  tax: `${Number((policies.taxRate * 100).toFixed(4))}%`,
  currency: fullCurrencyName(studio.currency),
  measuring: measuringSentence(analytics),
})

/** Nothing as long as the town is unknown. */
const townLine = (address: Settings['studio']['address']): string =>
  address.locality === ''
    ? ''
    : `${address.locality}, ${stateName(address)}. The address comes with your confirmation.`

/** The placeholders of a text that have no value. */
export const blankPlaceholders = (text: string, facts: Facts): string[] => [
  ...new Set(
    [...text.matchAll(PLACEHOLDER)].flatMap(([found, fact]) =>
      facts[fact as keyof Facts] === '' ? found : [],
    ),
  ),
]

/** Their period doesn’t end a sentence, whatever follows. */
const ABBREVIATIONS =
  'Dr|Mr|Mrs|Ms|Mx|Prof|Rev|Hon|Fr|Capt|Col|Gen|Lt|Sgt|Gov|Sen|St|Ste|Mt|Ft|[Ee]st|[Aa]pprox|vs|ca?|e\\.g|i\\.e'
/** Whitespace after a sentence, but not after an abbreviation or an initial, or before lowercase text. */
const SENTENCE_END = new RegExp(
  `(?<=[.!?…]["”’)*_]*)(?<!(?<![\\p{L}\\p{N}])(?:${ABBREVIATIONS}|\\p{Lu})\\.)\\s+(?!["“‘(*_]*\\p{Ll})`,
  'u',
)
/** What makes a line an item, a heading or a quote in Markdown. */
const LINE_MARK = /^\s*(?:(?:[-*+>]|#{1,6}|\d{1,9}[.)])\s+)+/

/** Leaves out sentences with a placeholder that has no value. */
function withoutBlanks(text: string, facts: Facts): string {
  const isWhole = (part: string) => blankPlaceholders(part, facts).length === 0
  if (isWhole(text)) return text
  const lines = text.split('\n').flatMap((line) => {
    if (isWhole(line)) return line
    const [mark = ''] = LINE_MARK.exec(line) ?? []
    const sentences = line.slice(mark.length).split(SENTENCE_END).filter(isWhole)
    return sentences.length > 0 ? mark + sentences.join(' ') : []
  })
  return lines.join('\n')
}

const filled = (text: string, facts: Facts): string =>
  text
    .replace(AMOUNT, (_, amount) => money(Math.round(Number(amount) * 10 ** currencyDigits())))
    .replace(PLACEHOLDER, (_, fact: keyof Facts) => facts[fact])

function documentWithFacts(stored: string, facts: Facts): string {
  const read = readDocument(stored)
  const document = read.ok && partWithFacts(read.document, facts)
  return document ? storedDocument(document) : ''
}

/** @returns undefined if nothing of it is left */
function partWithFacts(node: Node, facts: Facts): Node | undefined {
  if (node.isTextblock) return blockWithFacts(node, facts)
  if (node.isLeaf) return node.type.create(attributesWithFacts(node.attrs, facts))
  const [first, ...others] = node.children.map((child) => partWithFacts(child, facts))
  const kept = others.filter((part) => part !== undefined)
  if (first) return node.copy(Fragment.from([first, ...kept]))
  if (kept.length === 0) return undefined
  // An item of a list begins with a paragraph.
  return node.copy(Fragment.from(node.type.name === 'listItem' ? [node.child(0).copy(), ...kept] : kept))
}

/** Captions, alt texts and titles. */
const attributesWithFacts = (attrs: Node['attrs'], facts: Facts): Node['attrs'] =>
  Object.fromEntries(
    Object.entries(attrs).map(([name, value]) => [
      name,
      name === 'caption' || name === 'alt' || name === 'title' ? withFacts(value, facts) : value,
    ]),
  )

/** A link to something unknown, such as `mailto:{email}`, is left out, and its words stay. */
const marksWithFacts = (marks: Node['marks'], facts: Facts): Node['marks'] =>
  marks.flatMap((mark) => {
    if (mark.type.name !== 'link') return mark
    const { href, title } = mark.attrs
    if (blankPlaceholders(href, facts).length > 0) return []
    return mark.type.create({ href: filled(href, facts), title: title && withFacts(title, facts) })
  })

function blockWithFacts(block: Node, facts: Facts): Node | undefined {
  const words = block.textBetween(0, block.content.size, undefined, '\n')
  const kept = wholeSentences(words, facts).flatMap(([from, to]) => block.content.cut(from, to).content)
  if (kept.length === 0 && words !== '') return undefined
  const texts = kept.flatMap((part) => {
    const text = filled(part.text ?? '', facts)
    return part.isText
      ? text === ''
        ? []
        : part.type.schema.text(text, marksWithFacts(part.marks, facts))
      : part
  })
  return block.copy(Fragment.from(texts))
}

/** Where the sentences are whose placeholders have a value, with the space after each but the last. */
function wholeSentences(words: string, facts: Facts): [from: number, to: number][] {
  const isWhole = (from: number, to: number) => blankPlaceholders(words.slice(from, to), facts).length === 0
  if (isWhole(0, words.length)) return [[0, words.length]]
  const ends = [...words.matchAll(new RegExp(`\\n|${SENTENCE_END.source}`, 'gu'))].map(
    ({ 0: space, index }) => index + space.length,
  )
  const kept = [0, ...ends].flatMap((from, at): [number, number][] => {
    const to = ends[at] ?? words.length
    return isWhole(from, to) ? [[from, to]] : []
  })
  const last = kept.at(-1)
  if (last) last[1] = last[0] + words.slice(...last).trimEnd().length
  return kept
}

/**
 * Replaces placeholders in a text, list or object. A sentence with one that has no value is left out: “Here
 * since {year}” would be “Here since.”
 */
export function withFacts<T>(value: T, facts: Facts): T {
  if (typeof value === 'string')
    return (
      isDocument(value) ? documentWithFacts(value, facts) : filled(withoutBlanks(value, facts), facts)
    ) as T
  if (Array.isArray(value)) return value.map((part) => withFacts(part, facts)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withFacts(part, facts)])) as T
}
