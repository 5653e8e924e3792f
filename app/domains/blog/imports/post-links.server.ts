import { Fragment, type Mark, type Node } from '@tiptap/pm/model'
import type { Db } from '~/platform/db/database.server'
import { LINK_AS_TEXT } from '../document/left-out'
import { readDocument, storedDocument } from '../document/read-document'
import { selectLines, selectSlugsOf, updateLine } from './store.server'
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
  for (let after: string | null = null; ; ) {
    const lines = await selectLines(db, importId, { state: 'waiting', after, limit: AT_ONCE })
    for (const { id, values, notes } of lines) {
      const stored: StoredValues = JSON.parse(values)
      const read = stored.document.includes(`"${LINKED}`)
        ? readDocument(stored.document)
        : { ok: false as const }
      if (!read.ok) continue
      const found = new Set<string>()
      const linked = withLinks(read.document, (href) => {
        const address = addressOf(href)
        found.add(address === undefined ? LINK_AS_TEXT : LINKS_LEAD_HERE)
        return address
      })
      await updateLine(db, id, {
        values: JSON.stringify({ ...stored, document: storedDocument(linked) }),
        notes: JSON.stringify([...new Set([...JSON.parse(notes), ...found])]),
      })
    }
    if (lines.length < AT_ONCE) return
    after = lines.at(-1)?.id ?? null
  }
}

const LINKS_LEAD_HERE = 'Its links to other posts of this archive lead to them here.'

function withLinks(node: Node, addressOf: (href: string) => string | undefined): Node {
  if (!node.isText)
    return node.copy(Fragment.fromArray(node.children.map((each) => withLinks(each, addressOf))))
  const linked = (mark: Mark): Mark[] => {
    const href: string = mark.type.name === 'link' ? mark.attrs.href : ''
    if (!href.startsWith(LINKED)) return [mark]
    const address = addressOf(href)
    return address === undefined ? [] : [mark.type.create({ ...mark.attrs, href: address })]
  }
  return node.mark(node.marks.flatMap(linked))
}
