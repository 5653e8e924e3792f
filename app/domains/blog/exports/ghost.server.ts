import { slugFrom } from '~/platform/slug'
import { titleOf } from '../editor/post-values'
import { htmlForOthers } from './html.server'
import type { ExportedPost } from './model'

interface About {
  studio: { email: string }
  authors: string[]
  now: number
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/**
 * Posts as Ghost exports and imports them, in JSON: `{ db: [{ meta, data: { posts, posts_meta, … } }] }`. Ghost
 * makes its own format of the HTML when it imports it.
 */
export async function* ghostFile(
  posts: AsyncIterable<ExportedPost>,
  { studio, authors, now }: About,
): AsyncGenerator<string> {
  const users = new Map<string, object>()
  const tags = new Map<string, object>()
  const tagged: object[] = []
  const written: object[] = []
  const meta: object[] = []
  const userId = (name: string): string => {
    const slug = slugFrom(name) ?? `author-${users.size + 1}`
    const id = `author-${slug}`
    // Ghost needs a different email address for each author.
    if (!users.has(id)) users.set(id, { id, name, slug, email: studio.email.replace('@', `+${slug}@`) })
    return id
  }
  for (const author of authors) userId(author)
  yield `{"db":[{"meta":{"exported_on":${now},"version":"5.0.0"},"data":{"posts":[`
  let isFirst = true
  for await (const post of posts) {
    const { id, author, pictures, cover } = post
    yield (isFirst ? '' : ',\n') + JSON.stringify(postRow(post))
    isFirst = false
    for (const [sort_order, { slug, name }] of post.tags.entries()) {
      tags.set(slug, { id: `tag-${slug}`, name, slug })
      tagged.push({ post_id: id, tag_id: `tag-${slug}`, sort_order })
    }
    if (author !== '') written.push({ post_id: id, author_id: userId(author), sort_order: 0 })
    meta.push({
      ...{
        post_id: id,
        meta_title: post.searchTitle || null,
        meta_description: post.searchDescription || null,
      },
      feature_image_alt: (pictures.get(cover)?.alt ?? '').slice(0, ALT_MAX) || null,
    })
  }
  yield `],"posts_meta":${JSON.stringify(meta)},"tags":${JSON.stringify([...tags.values()])},`
  yield `"posts_tags":${JSON.stringify(tagged)},"users":${JSON.stringify([...users.values()])},`
  yield `"posts_authors":${JSON.stringify(written)}}}]}\n`
}

/** Longest alt text of a cover in Ghost. */
const ALT_MAX = 191

const STATUS = { draft: 'draft', unlisted: 'draft', scheduled: 'scheduled', published: 'published' } as const

function postRow(post: ExportedPost): object {
  const { id, slug, state, excerpt, document, pictures, publishedAt, updatedAt } = post
  const status = STATUS[state]
  return {
    ...{ id, uuid: id, title: titleOf(post), slug, type: 'post', visibility: 'public', status },
    ...{ html: htmlForOthers(document, 'ghost', pictures), custom_excerpt: excerpt || null, featured: 0 },
    feature_image: pictures.get(post.cover)?.address ?? null,
    published_at: status === 'draft' ? null : iso(publishedAt),
    ...{ created_at: iso(publishedAt ?? updatedAt), updated_at: iso(updatedAt) },
  }
}
