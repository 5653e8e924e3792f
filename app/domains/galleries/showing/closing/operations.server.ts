import { readSettings } from '~/domains/content/operations.server'
import type { Db } from '~/platform/db/database.server'
import { dateOf, longDate } from '~/platform/time'
import type { GalleryHead, GalleryShare } from '../../access/model'
import { type ClosedGallery, lastDayOf } from '../gift-words'

/** What somebody is told whose gallery is over. */
export async function readClosed(
  { db }: { db: Db },
  { gallery, share }: { gallery: GalleryHead; share: GalleryShare },
): Promise<ClosedGallery> {
  const day = gallery.state === 'archived' ? null : await readLastDay({ db }, gallery, share)
  return { title: gallery.title, closedOn: day }
}

/** "June 30, 2027": the last day on which somebody sees a gallery; null: there is no end. */
export async function readLastDay(
  { db }: { db: Db },
  gallery: GalleryHead,
  share: Pick<GalleryShare, 'expiresAt'> | null,
): Promise<string | null> {
  const { studio } = await readSettings({ db })
  const day = lastDayOf(gallery, share, (at) => dateOf(at, studio.timeZone))
  return day === null ? null : longDate(day)
}
