import type { PhotoUse, UsedPhotos } from '~/domains/photos/photo-use'
import type { Db } from '~/platform/db/database.server'
import { photosOnPage } from './page-photos'
import { isEditablePage, PAGE_FORMS } from './pages/fields'
import { photosIn } from './rows/fields'
import { selectSettings } from './settings-store.server'
import { selectPageBodies, selectServicePhotos } from './store.server'
import { listPageDrafts } from './versions/operations.server'

/** Services, pages and settings that use a photo. */
export async function usesInContent(
  { db }: { db: Db },
  photo: { id: string; slug: string },
): Promise<PhotoUse[]> {
  const services = await selectServicePhotos(db)
  const pages = await selectPageBodies(db)
  const drafts = await photosInDrafts(db)
  return [
    ...services.flatMap(({ slug, title, photo_id, thumbnail_photo_id, published_at }): PhotoUse[] => {
      const visible = published_at === null ? 'no' : 'now'
      const service = { place: 'service' as const, slug, title, visible } as const
      return [
        ...(photo_id === photo.id ? [{ ...service, role: 'Photo' }] : []),
        ...(thumbnail_photo_id === photo.id ? [{ ...service, role: 'Small photo' }] : []),
      ]
    }),
    ...pages
      .filter(({ body }) => photosOnPage(body).includes(photo.slug))
      .map(({ slug, title }) => ({
        place: 'page' as const,
        slug,
        title,
        role: 'Photo',
        visible: 'now' as const,
      })),
    ...pages
      .filter(({ slug }) => drafts.get(slug)?.includes(photo.slug))
      .map(({ slug, title }) => ({
        place: 'page' as const,
        slug,
        title,
        role: 'In a draft',
        visible: 'no' as const,
      })),
    ...(await usesInSettings(db)).filter(({ named }) => named === photo.slug).map(({ use }) => use),
  ]
}

/** All photos that services, pages and settings use. */
export async function usedInContent({ db }: { db: Db }): Promise<UsedPhotos> {
  const services = await selectServicePhotos(db)
  const pages = await selectPageBodies(db)
  const settings = await usesInSettings(db)
  return {
    ids: new Set(services.flatMap((each) => [each.photo_id ?? [], each.thumbnail_photo_id ?? []].flat())),
    slugs: new Set([
      ...pages.flatMap(({ body }) => photosOnPage(body)),
      ...[...(await photosInDrafts(db)).values()].flat(),
      ...settings.map(({ named }) => named),
    ]),
  }
}

/** Slugs of the photos in the drafts of pages, by page. */
async function photosInDrafts(db: Db): Promise<Map<string, string[]>> {
  const drafts = await listPageDrafts({ db })
  return new Map(
    [...drafts].map(([page, values]) => [
      page,
      isEditablePage(page) ? photosIn(PAGE_FORMS[page].fields, values).filter((slug) => slug !== '') : [],
    ]),
  )
}

async function usesInSettings(db: Db): Promise<{ named: string; use: PhotoUse }[]> {
  const settings = await selectSettings(db)
  if (!settings) return []
  const { promo, links } = settings
  return [
    {
      named: promo.flyer,
      use: { place: 'promotion', slug: '', title: promo.title, role: 'Flyer', visible: 'now' },
    },
    ...(links.video
      ? [
          {
            named: links.video.photo,
            use: {
              place: 'video' as const,
              slug: '',
              title: links.video.title,
              role: 'Photo',
              visible: 'now' as const,
            },
          },
        ]
      : []),
  ]
}
