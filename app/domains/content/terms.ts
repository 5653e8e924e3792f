/** The terms as the Studio’s form holds them. */
export interface TermsDraft {
  /** `*word*` is set in italics. */
  heading: string
  lede: string
  /** Day from which a new version holds, YYYY-MM-DD in the studio’s zone. */
  effectiveOn: string
  sections: TermsSectionDraft[]
  doNotSell: { title: string; body: string }
}

export interface TermsSectionDraft {
  /** Its anchor in the page, permanent once made. One that the page does not have yet is made from the title. */
  id: string
  title: string
  /** Markdown */
  body: string
}

/** One that was published; its words never change. */
export interface TermsVersion {
  /** From 1 on. */
  number: number
  publishedAt: number
  /** Empty: it came with the installation. */
  publishedBy: string
  /** The day from which it holds, YYYY-MM-DD in the studio’s zone. */
  effectiveOn: string
}

/** Every change is a new version; a correction stays in the one that nobody has agreed to. */
export type TermsSaving = 'new-version' | 'correction'

export const SECTIONS_MAX = 40
export const LINE_MAX = 300
export const LEDE_MAX = 2_000
export const BODY_MAX = 20_000

const LONGEST = 60

/** What else has an anchor on the page. */
const TAKEN = ['main', 'do-not-sell', 'do-not-sell-email']

/** The anchor of a new section: the words of its title, and a number when another section has them already. */
export function sectionId(title: string, others: readonly string[]): string {
  // A section’s heading has an anchor too.
  const taken = new Set([...TAKEN, ...others].flatMap((id) => [id, `${id}-title`]))
  const base = slugOf(title) || 'section'
  let id = base
  for (let n = 2; taken.has(id) || taken.has(`${id}-title`); n += 1) id = `${base}-${n}`
  return id
}

const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '')

export type SectionMove = 'add' | 'remove' | 'up' | 'down'

/** What the button of that move sends. */
export const moveIntent = (move: SectionMove, at = 0): string => `${move} ${at}`

/**
 * The sections after one was added, removed or moved; nothing is saved.
 * @returns undefined when that is not possible; `at`: the section that the hand is at now
 */
export function moveSection(
  sections: TermsSectionDraft[],
  intent: string,
): { sections: TermsSectionDraft[]; at: number } | undefined {
  const [, move, index] = /^(add|remove|up|down) (\d{1,3})$/.exec(intent) ?? []
  const at = Number(index)
  if (move === 'add')
    return sections.length < SECTIONS_MAX
      ? { sections: [...sections, { id: provisionalId(sections), title: '', body: '' }], at: sections.length }
      : undefined
  const section = sections[at]
  if (!move || !section) return undefined
  if (move === 'remove') return { sections: sections.toSpliced(at, 1), at: Math.max(0, at - 1) }
  const to = move === 'up' ? at - 1 : at + 1
  const other = sections[to]
  return other && { sections: sections.with(at, other).with(to, section), at: to }
}

/** Tells sections apart that are not saved yet. No anchor begins with a plus sign. */
function provisionalId(sections: TermsSectionDraft[]): string {
  let n = 1
  while (sections.some(({ id }) => id === `+${n}`)) n += 1
  return `+${n}`
}

type Words = Omit<TermsDraft, 'effectiveOn'>

/** What is different in the words, as the audit tells it: the place, and what stood there and stands there now. */
export function termsChanges(before: Words, after: Words): { field: string; from: string; to: string }[] {
  const ids = [...new Set([...before.sections, ...after.sections].map(({ id }) => id))]
  const sections = ids.flatMap((id) => {
    const [was, is] = [before, after].map((words) => words.sections.find((each) => each.id === id))
    const name = `Section “${(is ?? was)?.title}”`
    return [changed(`${name}, title`, was?.title, is?.title), changed(`${name}, text`, was?.body, is?.body)]
  })
  return [
    changed('Heading', before.heading, after.heading),
    changed('Introduction', before.lede, after.lede),
    ...sections,
    changed('Order of the sections', orderOf(before), orderOf(after)),
    changed('Do not sell, title', before.doNotSell.title, after.doNotSell.title),
    changed('Do not sell, text', before.doNotSell.body, after.doNotSell.body),
  ].filter((change) => change !== undefined)
}

/** Titles change without the order changing, so the anchors tell it. */
const orderOf = ({ sections }: Words): string => sections.map(({ id }) => id).join(', ')

function changed(field: string, was = '', is = '') {
  return was === is ? undefined : { field, ...differenceOf(was, is) }
}

/** How much of what is the same is told on either side, and the most that is told of what is not. */
const AROUND = 30
const MOST = 400

/** Only where two texts differ, with a little of what is around it. */
export function differenceOf(was: string, is: string): { from: string; to: string } {
  const shorter = Math.min(was.length, is.length)
  let start = 0
  while (start < shorter && was[start] === is[start]) start += 1
  let end = 0
  while (end < shorter - start && was.at(-1 - end) === is.at(-1 - end)) end += 1
  return { from: excerpt(was, start, end), to: excerpt(is, start, end) }
}

function excerpt(text: string, start: number, end: number): string {
  const from = Math.max(0, start - AROUND)
  const to = Math.min(text.length, text.length - end + AROUND)
  const part = text.slice(from, to)
  const shown = part.length > MOST ? `${part.slice(0, MOST)}…` : part
  return `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`.toWellFormed()
}
