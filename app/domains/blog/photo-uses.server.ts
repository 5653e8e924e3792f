import type { PhotoUse, UsedPhotos } from '~/domains/photos/photo-use'
import { photosInText } from '~/domains/texts/model'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { selectAllPosts, selectDrafts, selectPostsNaming } from './store.server'

/** Posts that use a photo, including unpublished ones. */
export async function usesInPosts(
  { db, clock }: { db: Db; clock: Clock },
  photo: { id: string; slug: string },
): Promise<PhotoUse[]> {
  const posts = await selectPostsNaming(db, photo)
  const drafts = await selectDrafts(db, photo)
  const published = posts.flatMap(({ slug, title, body, cover_photo_id, published_at }): PhotoUse[] => {
    const post = { place: 'post' as const, slug, title, visible: visibleAt(published_at, clock.now()) }
    return [
      ...(cover_photo_id === photo.id ? [{ ...post, role: 'Cover' }] : []),
      ...(photosInText(body).includes(photo.slug) ? [{ ...post, role: 'In the text' }] : []),
    ]
  })
  const ofDraft = { place: 'post', role: 'In a draft', visible: 'no' } as const
  return [...published, ...drafts.map(({ slug, title }) => ({ ...ofDraft, slug, title }))]
}

function visibleAt(publishedAt: number | null, now: number): PhotoUse['visible'] {
  if (publishedAt === null) return 'no'
  return publishedAt <= now ? 'now' : 'later'
}

/** All photos that posts use. */
export async function usedInPosts({ db }: { db: Db }): Promise<UsedPhotos> {
  const posts = await selectAllPosts(db)
  const drafts = await selectDrafts(db)
  return {
    ids: new Set(posts.flatMap(({ cover_photo_id }) => cover_photo_id ?? [])),
    slugs: new Set([
      ...posts.flatMap(({ body }) => photosInText(body)),
      ...drafts.flatMap(({ form, document }) => [...slugsInJson(form), ...slugsInJson(document)]),
    ]),
  }
}

/** Slugs of the photos and the cover of a draft, in its JSON. */
const slugsInJson = (json: string): string[] =>
  [...json.matchAll(/"(?:photo|cover)":"([a-z0-9-]+)"/g)].flatMap(([, slug]) => slug ?? [])
