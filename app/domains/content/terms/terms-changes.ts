import type { TermsDraft } from './model'

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
