import { plainText } from '~/platform/markdown.server'
import { ghostHtml, isTooLong, text } from './ghost-editors.server'
import { readTables } from './ghost-tables.server'
import { type Incoming, MOST_POSTS, shortCopy, TOO_LONG, UnreadableImport } from './model'

type Row = Record<string, unknown>

const NOT_GHOST =
  'This isn’t a Ghost export. In Ghost, open Settings, Migration tools, and export your content.'

/**
 * The posts of a Ghost export (`{ db: [{ meta, data: { posts, tags, … } }] }`, or the same without `db`). The file is
 * read twice, since the tags and authors come after the posts: never more than one post is in memory.
 * @param open begins to read the file's bytes
 * @param site address of the Ghost site, which the export writes as `__GHOST_URL__`; '' if it isn't known
 * @throws UnreadableImport
 */
export async function* readGhost(
  open: () => AsyncIterable<Uint8Array>,
  site: string,
): AsyncGenerator<Incoming> {
  const { tags, users, tagsOf, authorsOf, metaOf } = await readBeside(open())
  let count = 0
  for await (const { row: post } of readTables(open(), ['posts'], NOT_GHOST)) {
    if (++count > MOST_POSTS)
      throw new UnreadableImport(`This file has more than ${MOST_POSTS} posts. Split it.`)
    const id = text(post.id)
    const source = `ghost:${text(post.uuid) || `${site}:${id}`}`
    const title = text(post.title)
    if (text(post.type) === 'page' || post.page === true || post.page === 1) {
      yield { isPost: false, source, title, reason: 'It’s a page. Pages aren’t imported.' }
      continue
    }
    if (isTooLong(post)) {
      yield { isPost: false, source, title, reason: TOO_LONG }
      continue
    }
    const notes: string[] = []
    const own = (tagsOf.get(id) ?? []).toSorted(
      (a, b) => Number(a.sort_order ?? 0) - Number(b.sort_order ?? 0),
    )
    const named = own.flatMap((row): Row[] => {
      const tag = tags.get(text(row.tag_id))
      return tag ? [tag] : []
    })
    const meta = metaOf.get(id)
    const description = text(meta?.meta_description) || text(post.meta_description)
    const status = text(post.status)
    // Before version 1, it was called `image`.
    const cover = withSite(text(post.feature_image) || text(post.image), site)
    const writers = (authorsOf.get(id) ?? [])
      .toSorted((a, b) => Number(a.sort_order ?? 0) - Number(b.sort_order ?? 0))
      .flatMap((row) => users.get(text(row.author_id)) || [])
    const author = writers.join(', ') || (users.get(text(post.author_id)) ?? '')
    const isOnlyEmail = status === 'sent' || text(meta?.email_only) === '1'
    if (isOnlyEmail) notes.push('It was only sent as an email, so it’s unlisted here.')
    if (text(post.codeinjection_head) !== '' || text(post.codeinjection_foot) !== '')
      notes.push('The code that Ghost added to its page is left out.')
    if (meta?.cover_caption) notes.push(`The caption of its cover isn’t imported: ${meta.cover_caption}`)
    if (meta?.email_subject) notes.push(`The subject of its email isn’t imported: ${meta.email_subject}`)
    if (meta?.is_shared_otherwise) notes.push('Its own words and picture for shared links are left out.')
    const canonical = text(post.canonical_url)
    if (canonical !== '')
      notes.push(`Search engines were told that it’s from ${canonical.slice(0, 200)}. That’s left out.`)
    const html = ghostHtml(post, notes)
    if (!['', 'public'].includes(text(post.visibility)))
      notes.push('It was for members only, so it’s a draft here.')
    const isOpen = ['', 'public'].includes(text(post.visibility))
    const isOut = isOpen && ['published', 'scheduled', 'sent'].includes(status)
    yield {
      ...{ isPost: true, source, title, slug: text(post.slug), author, notes },
      excerpt: text(post.custom_excerpt) || description,
      searchTitle: text(meta?.meta_title) || text(post.meta_title),
      searchDescription: description,
      // Internal tags begin with a number sign.
      tags: named.map((tag) => text(tag.name)).filter((name) => !name.startsWith('#')),
      publishedAt: isOut ? instantOf(post.published_at) : null,
      isUnlisted: isOnlyEmail,
      html: withSite(html, site),
      hasLines: false,
      cover: cover === '' ? null : { address: cover, alt: text(meta?.feature_image_alt) },
    }
  }
}

/** Most rows of the other tables together. */
const MOST_ROWS = 200_000

/** What the other tables say about the posts, with only the columns that are read. */
async function readBeside(chunks: AsyncIterable<Uint8Array>) {
  const tags = new Map<string, Row>()
  const users = new Map<string, string>()
  const tagsOf = new Map<string, Row[]>()
  const authorsOf = new Map<string, Row[]>()
  const metaOf = new Map<string, Row>()
  const add = (rows: Map<string, Row[]>, post: string, row: Row) => {
    const known = rows.get(post)
    if (known) known.push(row)
    else rows.set(post, [row])
  }
  const tables = ['posts', 'tags', 'users', 'posts_tags', 'posts_authors', 'posts_meta']
  let rows = 0
  for await (const { table, row } of readTables(chunks, tables, NOT_GHOST)) {
    if (table === 'posts') continue
    if (++rows > MOST_ROWS) throw new UnreadableImport('This file has too many tags or authors. Split it.')
    const post = short(row.post_id)
    if (table === 'tags') tags.set(short(row.id), { name: short(row.name) })
    else if (table === 'users') users.set(short(row.id), short(row.name))
    else if (table === 'posts_tags')
      add(tagsOf, post, { tag_id: short(row.tag_id), sort_order: Number(row.sort_order ?? 0) })
    else if (table === 'posts_authors')
      add(authorsOf, post, { author_id: short(row.author_id), sort_order: Number(row.sort_order ?? 0) })
    else
      metaOf.set(post, {
        meta_title: short(row.meta_title),
        meta_description: short(row.meta_description),
        email_subject: short(row.email_subject),
        is_shared_otherwise: SHARED.some((column) => text(row[column]) !== ''),
        cover_caption: plainText(short(row.feature_image_caption)),
        feature_image_alt: short(row.feature_image_alt),
        email_only: row.email_only === true ? '1' : short(row.email_only),
      })
  }
  return { tags, users, tagsOf, authorsOf, metaOf }
}

/** What Ghost shows with a shared link. */
const SHARED = ['og', 'twitter'].flatMap((of) => [`${of}_title`, `${of}_description`, `${of}_image`])

const short = (value: unknown): string => shortCopy(text(value))

/** Times of SQLite, such as "2017-09-01 12:29:51", are in UTC. */
const instantOf = (value: unknown): number | null => {
  const utc = text(value).replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/, '$1T$2Z')
  const at = typeof value === 'number' ? value : Date.parse(utc)
  return Number.isSafeInteger(at) ? at : null
}

const withSite = (html: string, site: string): string =>
  site === '' ? html : html.replaceAll('__GHOST_URL__', site)
