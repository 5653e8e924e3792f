import type { Node } from '@tiptap/pm/model'
import { readZone } from '~/domains/content/operations.server'
import type { PhotoView } from '~/domains/photos/model'
import { documentFromMarkdown } from '~/domains/texts/markdown-document'
import { readDocument } from '~/domains/texts/read-document'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { textLines } from '~/platform/search-words'
import { dateOf, longDate } from '~/platform/time'
import { coversOf } from './covers.server'
import {
  indexPostTexts,
  type SearchedPost,
  selectFoundPosts,
  selectPostTexts,
  selectUnindexedPosts,
} from './post-search-store.server'
import { selectTags } from './store.server'

/** A published post that a search found. */
export interface FoundPost {
  slug: string
  title: string
  /** Such as "November 12, 2026", in the studio's zone. */
  date: string
  excerpt: string
  /** Without formatting. */
  text: string
  cover: PhotoView | null
}

/** Published posts with all of the words, in titles first, then newest first. */
export async function searchPosts(
  { db, clock }: { db: Db; clock: Clock },
  words: string,
  limit: number,
): Promise<FoundPost[]> {
  const ids = await selectFoundPosts(db, words, { now: clock.now(), limit })
  const found = await selectPostTexts(db, ids)
  const posts = new Map(found.map((post) => [post.id, post]))
  const covers = await coversOf(db, found)
  const zone = await readZone({ db })
  return ids.flatMap((id) => {
    const post = posts.get(id)
    if (!post) return []
    const { slug, title, excerpt, publishedAt, coverPhotoId } = post
    return {
      ...{ slug, title, excerpt, text: plainTextOf(post), date: longDate(dateOf(publishedAt ?? 0, zone)) },
      cover: covers.get(coverPhotoId ?? '') ?? null,
    }
  })
}

/** Indexes the published texts of a post, in the transaction that writes them. */
export async function indexPost(tx: Db, id: string): Promise<void> {
  const [post] = await selectPostTexts(tx, [id])
  if (!post) return
  const tags = await selectTags(tx, [id])
  const words = [post.excerpt, ...tags.map(({ name }) => name), plainTextOf(post)]
  await indexPostTexts(tx, id, post.title, words)
}

/** Indexes posts that were written before there was a search, or arrived without it. */
export async function indexMissingPosts({ db }: { db: Db }): Promise<void> {
  for (const id of await selectUnindexedPosts(db)) await transact(db, (tx) => indexPost(tx, id))
}

function plainTextOf({ body, document }: Pick<SearchedPost, 'body' | 'document'>): string {
  const read = document === null ? undefined : readDocument(document)
  return textLines(blockTexts(read?.ok ? read.document : documentFromMarkdown(body)))
}

/** The text of each paragraph, and the captions of photos. */
function blockTexts(document: Node): string[] {
  const texts: string[] = []
  document.descendants((node) => {
    if (node.type.name === 'photo') texts.push(node.attrs.caption)
    if (!node.isTextblock) return true
    texts.push(node.textBetween(0, node.content.size, ' ', ' '))
    return false
  })
  return texts.filter((text) => text !== '')
}
