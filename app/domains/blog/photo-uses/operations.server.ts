import type { PhotoUse, UsedPhotos } from '~/domains/photos/photo-use'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { selectAllPosts, selectPostsNaming } from './store.server'

/** Where posts show a photograph, also those that are not out yet. */
export async function usesInPosts(
  { db, clock }: { db: Db; clock: Clock },
  photo: { id: string; slug: string },
): Promise<PhotoUse[]> {
  const posts = await selectPostsNaming(db, photo)
  return posts.flatMap(({ slug, title, body, cover_photo_id, published_at }): PhotoUse[] => {
    const post = { place: 'post' as const, slug, title, visible: visibleAt(published_at, clock.now()) }
    return [
      ...(cover_photo_id === photo.id ? [{ ...post, role: 'Cover' }] : []),
      ...(slugsNamedIn(body).includes(photo.slug) ? [{ ...post, role: 'In the text' }] : []),
    ]
  })
}

function visibleAt(publishedAt: number | null, now: number): PhotoUse['visible'] {
  if (publishedAt === null) return 'no'
  return publishedAt <= now ? 'now' : 'later'
}

/** All photographs that posts use. */
export async function usedInPosts({ db }: { db: Db }): Promise<UsedPhotos> {
  const posts = await selectAllPosts(db)
  return {
    ids: new Set(posts.flatMap(({ cover_photo_id }) => cover_photo_id ?? [])),
    slugs: new Set(posts.flatMap(({ body }) => slugsNamedIn(body))),
  }
}

/** `![caption](photo:slug)`, wherever in the Markdown it stands. */
const slugsNamedIn = (body: string): string[] =>
  [...body.matchAll(/\(\s*<?photo:([a-z0-9-]+)/g)].flatMap(([, slug]) => slug ?? [])
