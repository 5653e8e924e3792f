import { listSessionTypes } from '~/domains/booking/session-types/operations.server'
import { findTestimonials, readSettings } from '~/domains/content/operations.server'
import { listGalleryTeasers } from '~/domains/galleries/operations.server'
import { withheldFrom } from '~/domains/galleries/releases/publication.server'
import type { TextArticle } from '~/domains/texts/article.server'
import type { EditorChoices, GalleryTeaser, SessionTeaser, TestimonialTeaser } from '~/domains/texts/blocks'
import type { Db } from '~/platform/db/database.server'
import { slugFrom } from '~/platform/slug'
import { sharesTag } from './related'

/** Records of the studio that posts show, by slug or id. Those that visitors can't see are left out. */
export interface Teasers {
  galleries: Map<string, GalleryTeaser>
  sessions: Map<string, SessionTeaser>
  testimonials: Map<string, TestimonialTeaser>
}

interface Wanted {
  gallery: string[]
  session: string[]
  testimonial: string[]
}

/** What articles refer to. */
export function wantedBy(articles: readonly TextArticle[]): Wanted {
  const wanted: Wanted = { gallery: [], session: [], testimonial: [] }
  for (const { parts } of articles)
    for (const part of parts)
      if (part.kind === 'gallery' || part.kind === 'session' || part.kind === 'testimonial')
        wanted[part.kind].push(part.name)
  return wanted
}

export async function readTeasers({ db }: { db: Db }, wanted: Wanted): Promise<Teasers> {
  const galleries =
    wanted.gallery.length > 0 ? await shownGalleries(db, ({ slug }) => wanted.gallery.includes(slug)) : []
  const sessions = wanted.session.length > 0 ? await shownSessions(db) : []
  const testimonials = await findTestimonials({ db }, wanted.testimonial)
  return {
    galleries: new Map(galleries.map((each) => [each.slug, each])),
    sessions: new Map(sessions.map((each) => [each.slug, each])),
    testimonials: new Map(testimonials.map(({ id, ...each }) => [id, each])),
  }
}

/** Galleries and session types that have a word in common with one of the tags. @param tags slugs */
export async function findTagged(
  { db }: { db: Db },
  tags: readonly string[],
  most: { gallery: number; session: number },
): Promise<{ galleries: GalleryTeaser[]; sessions: SessionTeaser[] }> {
  if (tags.length === 0) return { galleries: [], sessions: [] }
  const isTagged = (...words: string[]) =>
    sharesTag(
      tags,
      words.flatMap((each) => slugFrom(each) ?? []),
    )
  const galleries = await shownGalleries(db, ({ title, category }) => isTagged(title, category), most.gallery)
  const sessions = (await shownSessions(db)).filter(({ title }) => isTagged(title))
  return { galleries, sessions: sessions.slice(0, most.session) }
}

async function shownGalleries(
  db: Db,
  isWanted: (gallery: { slug: string; title: string; category: string }) => boolean,
  most = Number.POSITIVE_INFINITY,
): Promise<GalleryTeaser[]> {
  const { pages } = await readSettings({ db })
  const found = await listGalleryTeasers({ db }, (each) =>
    each.kind === 'portfolio' && !pages.portfolio ? false : isWanted(each),
  )
  const withheld = await withheldFrom(
    'blog',
    { db },
    found.flatMap(({ cover }) => cover?.id ?? []),
  )
  return found
    .slice(0, most)
    .map((each) => (each.cover && withheld.has(each.cover.id) ? { ...each, cover: null } : each))
}

const shownSessions = async (db: Db): Promise<SessionTeaser[]> =>
  (await listSessionTypes({ db })).map(({ slug, title, summary, minutes, priceCents, priceUnit }) => ({
    ...{ slug, title, summary, minutes, priceCents, priceUnit },
  }))

/** What the editor offers to choose from. */
export async function listChoices({ db }: { db: Db }): Promise<EditorChoices> {
  const galleries = await shownGalleries(db, () => true)
  const sessions = await shownSessions(db)
  const testimonials = await findTestimonials({ db }, null)
  return {
    galleryTeaser: galleries.map(({ slug, title }) => ({ value: slug, label: title })),
    sessionOffer: sessions.map(({ slug, title }) => ({ value: slug, label: title })),
    testimonial: testimonials.map(({ id, name, quote }) => ({
      value: id,
      label: `${name}: ${quote.slice(0, 80)}`,
    })),
  }
}
