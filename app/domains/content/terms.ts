import { slugCandidates, slugFrom } from '~/platform/slug'

/** The terms as edited in the Studio. */
export interface TermsDraft {
  /** `*word*` is set in italics. */
  heading: string
  lede: string
  /** First day of a new version, YYYY-MM-DD in the studio's zone. */
  effectiveOn: string
  sections: TermsSectionDraft[]
  doNotSell: { title: string; body: string }
}

export interface TermsSectionDraft {
  /** Its anchor in the page, permanent once made. For a new section it is derived from the title. */
  id: string
  title: string
  /** A document, or Markdown. */
  body: string
}

/** Field name of a section, such as `sections.2.title`. */
export const sectionField = (at: number, field: 'id' | 'title' | 'body'): string => `sections.${at}.${field}`

/** A published version, whose text never changes. */
export interface TermsVersion {
  /** From 1 on. */
  number: number
  publishedAt: number
  /** Empty: part of the installation. */
  publishedBy: string
  /** The first day on which it applies, YYYY-MM-DD in the studio's zone. */
  effectiveOn: string
}

/** Every change is a new version, except a correction while no one has agreed to the current one. */
export type TermsSaving = 'new-version' | 'correction'

export const SECTIONS_MAX = 40
export const LINE_MAX = 300
export const LEDE_MAX = 2_000

/** Ids that the page uses elsewhere. */
const TAKEN = ['main', 'do-not-sell', 'do-not-sell-email']

/** The anchor of a new section: the words of its title, with a number if it is taken. */
export function sectionId(title: string, others: readonly string[]): string {
  // A section's heading has an anchor too.
  const taken = new Set([...TAKEN, ...others].flatMap((id) => [id, `${id}-title`]))
  const isFree = (id: string) => !taken.has(id) && !taken.has(`${id}-title`)
  return slugCandidates(slugFrom(title) ?? 'section').find(isFree) as string
}

export type SectionMove = 'add' | 'remove' | 'up' | 'down'

/** The button's value for a move. */
export const moveIntent = (move: SectionMove, at = 0): string => `${move} ${at}`

/**
 * The sections after one was added, removed or moved, without saving.
 * @returns undefined when that isn't possible; `at`: the section to focus
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

/** A temporary id for an unsaved section. No anchor begins with a plus sign. */
function provisionalId(sections: TermsSectionDraft[]): string {
  let n = 1
  while (sections.some(({ id }) => id === `+${n}`)) n += 1
  return `+${n}`
}

type Words = Omit<TermsDraft, 'effectiveOn'>

/** Differences in the text, for the log: the place, the old and the new text. */
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

/** Compared by anchors, since a changed title doesn't change the order. */
const orderOf = ({ sections }: Words): string => sections.map(({ id }) => id).join(', ')

function changed(field: string, was = '', is = '') {
  return was === is ? undefined : { field, ...differenceOf(was, is) }
}

/** Unchanged characters shown on each side, and the most changed ones. */
const AROUND = 30
const MOST = 400

/** The differing part of two texts, with some of the text around it. */
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
