import type { ReleaseUse } from '~/domains/galleries/releases/model'
import { withheldFrom } from '~/domains/galleries/releases/publication.server'
import type { PhotoView } from '~/domains/photos/model'
import { photosBySlug } from '~/domains/photos/operations.server'
import type { TextArticle } from '~/domains/texts/article.server'
import type { CaptionedPhoto, TextBlock } from '~/domains/texts/blocks'
import type { Db } from '~/platform/db/database.server'
import { readTeasers, type Teasers, wantedBy } from './teasers.server'

/**
 * The blocks of each article, as visitors see them now.
 * @param use what releases must allow; `portfolio` is true of every published photo
 */
export async function readBlocks(
  { db }: { db: Db },
  articles: TextArticle[],
  use: ReleaseUse,
): Promise<TextBlock[][]> {
  const photos = await photosOf(db, articles, use)
  const teasers = await readTeasers({ db }, wantedBy(articles))
  return articles.map((article) => blocksOf(article, photos, teasers))
}

/** Photos in articles that may be shown, by slug. */
async function photosOf(
  db: Db,
  articles: TextArticle[],
  use: ReleaseUse,
): Promise<Record<string, PhotoView>> {
  const photos = await photosBySlug({ db }, articles.flatMap(photoSlugsOf))
  if (use === 'portfolio') return photos
  const withheld = await withheldFrom(
    use,
    { db },
    Object.values(photos).map(({ id }) => id),
  )
  for (const [slug, { id }] of Object.entries(photos)) if (withheld.has(id)) delete photos[slug]
  return photos
}

/** Photos that no longer exist and records that visitors can't see are left out. */
function blocksOf(
  article: TextArticle,
  photos: Record<string, PhotoView | undefined>,
  teasers: Teasers,
): TextBlock[] {
  const shown = ({
    slug,
    caption,
    alt,
  }: {
    slug: string
    caption: string
    alt?: string
  }): CaptionedPhoto[] => {
    const photo = photos[slug]
    return photo ? [{ photo: alt === undefined ? photo : { ...photo, alt }, caption }] : []
  }
  const blockOf = (part: TextArticle['parts'][number]): TextBlock[] => {
    switch (part.kind) {
      case 'html':
        return [part]
      case 'photo':
        return shown(part).map((each) => ({ kind: 'photo', wide: part.wide, ...each }))
      case 'row': {
        const row = part.photos.flatMap(shown)
        return row.length > 0 ? [{ kind: 'row', photos: row }] : []
      }
      case 'video':
        return [{ kind: 'video', video: part.video, poster: photos[part.poster] ?? null }]
      case 'gallery': {
        const gallery = teasers.galleries.get(part.name)
        return gallery ? [{ kind: 'gallery', gallery }] : []
      }
      case 'session': {
        const session = teasers.sessions.get(part.name)
        return session ? [{ kind: 'session', session }] : []
      }
      case 'testimonial': {
        const testimonial = teasers.testimonials.get(part.name)
        return testimonial ? [{ kind: 'testimonial', testimonial }] : []
      }
    }
  }
  return article.parts.flatMap(blockOf)
}

/** Slugs of the photos in a text. */
const photoSlugsOf = (article: TextArticle): string[] =>
  article.parts.flatMap((part) => {
    if (part.kind === 'photo') return [part.slug]
    if (part.kind === 'row') return part.photos.map(({ slug }) => slug)
    return part.kind === 'video' && part.poster !== '' ? [part.poster] : []
  })
