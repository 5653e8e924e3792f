import { Fragment, type Mark, type Node } from '@tiptap/pm/model'
import { LINK_AS_TEXT } from '~/domains/texts/left-out'
import { readDocument, storedDocument } from '~/domains/texts/read-document'
import type { Db } from '~/platform/db/database.server'
import { slugCandidates, takeSlug } from '~/platform/slug'
import { selectPostAt } from '../editor/store.server'
import { isSlugInImport, type LineRow, selectLines, selectSlugsOf, updateLine } from './store.server'
import type { StoredValues } from './stored-values.server'

const LINKED = '/post-to-import/'

/** The address that stands for another text of the archive until its post has one. */
export const linkToFile = (file: string, fragment = ''): string =>
  `${LINKED}${encodeURIComponent(file)}${fragment}`

/** Lines that are read at once. */
const AT_ONCE = 20

/**
 * Leads the links between the texts of an archive to their posts here. A link to a text that isn’t a post becomes
 * text.
 * @param sources of the posts, by `linkToFile`
 */
export async function linkPosts(
  db: Db,
  importId: string,
  sources: ReadonlyMap<string, string>,
): Promise<void> {
  if (sources.size === 0) return
  const slugs = await selectSlugsOf(db, importId)
  const addressOf = (href: string): string | undefined => {
    const [file = '', fragment] = href.split('#', 2)
    const slug = slugs.get(sources.get(file) ?? '')
    if (slug === undefined) return undefined
    return `/blog/${slug}${fragment === undefined ? '' : `#${fragment}`}`
  }
  await changeWaiting(db, importId, (line) => {
    if (!line.values.includes(LINKED)) return
    const found = new Set<string>()
    const values = withLinks(line, (href) => {
      if (!href.startsWith(LINKED)) return href
      const address = addressOf(href)
      found.add(address === undefined ? LINK_AS_TEXT : LINKS_LEAD_HERE)
      return address
    })
    if (found.size > 0) return { values, notes: withNotes(line, found) }
  })
}

/**
 * Gives another slug to each waiting post whose slug was taken since the file was read, and leads the archive’s links
 * there. Links are changed first, so a run that was interrupted between both is continued by the next one.
 */
export async function renameTaken(db: Db, importId: string): Promise<void> {
  const renamed = new Map<string, string>()
  const isFree = async (slug: string) =>
    (await selectPostAt(db, slug)) === undefined && !(await isSlugInImport(db, importId, slug))
  await changeWaiting(db, importId, async ({ id, slug }) => {
    if ((await selectPostAt(db, slug)) !== undefined)
      renamed.set(slug, await takeSlug(slugCandidates(slug, id.toLowerCase()), isFree))
  })
  if (renamed.size === 0) return
  await changeWaiting(db, importId, (line) => {
    if (!line.notes.includes(LINKS_LEAD_HERE)) return
    const values = withLinks(line, (href) => {
      const [, slug = '', rest = ''] = /^\/blog\/([^/?#]+)(.*)$/.exec(href) ?? []
      return renamed.has(slug) ? `/blog/${renamed.get(slug)}${rest}` : href
    })
    return { values }
  })
  await changeWaiting(db, importId, (line) => {
    const slug = renamed.get(line.slug)
    return slug === undefined ? undefined : { slug, notes: withNotes(line, [slugGiven(line.slug, slug)]) }
  })
}

/** A note for the report. */
export const slugGiven = (wanted: string, given: string): string =>
  `Another post got the URL slug “${wanted},” so it’s “${given}.”`

type Changes = Partial<Pick<LineRow, 'values' | 'notes' | 'slug'>>

async function changeWaiting(
  db: Db,
  importId: string,
  changesOf: (line: LineRow) => Changes | undefined | Promise<Changes | undefined>,
): Promise<void> {
  for (let after: string | null = null; ; ) {
    const lines = await selectLines(db, importId, { state: 'waiting', after, limit: AT_ONCE })
    for (const line of lines) {
      const changes = await changesOf(line)
      if (changes) await updateLine(db, line.id, changes)
    }
    if (lines.length < AT_ONCE) return
    after = lines.at(-1)?.id ?? null
  }
}

const withNotes = ({ notes }: LineRow, added: Iterable<string>): string =>
  JSON.stringify([...new Set([...JSON.parse(notes), ...added])])

const LINKS_LEAD_HERE = 'Its links to other posts of this archive lead to them here.'

/** The stored values of a post with other links. A link without an address becomes text. */
function withLinks({ values }: LineRow, addressOf: (href: string) => string | undefined): string {
  const stored: StoredValues = JSON.parse(values)
  const read = readDocument(stored.document)
  if (!read.ok) return values
  return JSON.stringify({ ...stored, document: storedDocument(linked(read.document, addressOf)) })
}

function linked(node: Node, addressOf: (href: string) => string | undefined): Node {
  if (!node.isText) return node.copy(Fragment.fromArray(node.children.map((each) => linked(each, addressOf))))
  const marks = node.marks.flatMap((mark): Mark[] => {
    if (mark.type.name !== 'link') return [mark]
    const href = addressOf(mark.attrs.href)
    return href === undefined ? [] : [mark.type.create({ ...mark.attrs, href })]
  })
  return node.mark(marks)
}
