import type { Node } from '@tiptap/pm/model'
import { postsBySlug } from '~/domains/blog/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { withheldFrom } from '~/domains/galleries/releases/publication.server'
import { photosBySlug } from '~/domains/photos/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import type { NewsletterParts } from './emails.server'

/**
 * The photos and posts that a newsletter shows. A photo in a newsletter needs a release for the blog, as in a post.
 * No post is public while the blog is turned off.
 */
export async function readNewsletterParts(
  { db, clock }: { db: Db; clock: Clock },
  document: Node,
): Promise<NewsletterParts> {
  const slugs = { photo: new Set<string>(), postTeaser: new Set<string>() }
  document.descendants(({ type, attrs }) => {
    if (type.name === 'photo') slugs.photo.add(attrs.photo)
    if (type.name === 'postTeaser') slugs.postTeaser.add(attrs.post)
  })
  const photos = await photosBySlug({ db }, [...slugs.photo])
  const ids = Object.values(photos).map(({ id }) => id)
  const withheld = await withheldFrom('blog', { db }, ids)
  const shown = Object.entries(photos).filter(([, { id }]) => !withheld.has(id))
  const { pages } = await readSettings({ db })
  return {
    photos: new Map(shown),
    posts: await postsBySlug({ db, clock }, pages.blog ? [...slugs.postTeaser] : []),
  }
}
