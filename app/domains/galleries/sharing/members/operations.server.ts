import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { dateOf, longDate } from '~/platform/time'
import { toGalleryHead } from '../../access/operations.server'
import { lastDayOf, photographs } from '../../showing/gift-words'
import { readStrip } from '../../showing/operations.server'
import { selectSharedWith } from '../store.server'
import type { OwnGallery } from './model'

/** Photographs beside a gallery’s title. */
const STRIP = 5
/** Galleries that come with photographs; older ones are a line each. */
const WITH_STRIPS = 6

/**
 * The galleries that are shared with an address, the newest first.
 * @param email in lower case, proven to belong to who asks
 */
export async function ownGalleries(
  { db, clock }: { db: Db; clock: Clock },
  email: string,
): Promise<OwnGallery[]> {
  const [rows, { studio }] = await Promise.all([selectSharedWith(db, email), readSettings({ db })])
  return await Promise.all(
    rows.map(async ({ share_expires_at, share_id: _, ...row }, at) => {
      const gallery = toGalleryHead(row)
      const isOver = share_expires_at !== null && share_expires_at <= clock.now()
      const isOpen = gallery.state === 'published' && !isOver
      const day = lastDayOf(gallery, { expiresAt: share_expires_at }, (moment) =>
        dateOf(moment, studio.timeZone),
      )
      const isShown = isOpen && gallery.pin === null && at < WITH_STRIPS
      const { total, photos } = await readStrip({ db }, gallery, isShown ? STRIP : 0)
      const { id, title, dateline } = gallery
      return { id, title, dateline, about: aboutOf(isOpen, total, day), isOpen, strip: photos }
    }),
  )
}

function aboutOf(isOpen: boolean, total: number, day: string | null): string {
  const date = day === null ? null : longDate(day)
  if (!isOpen) return date ? `Closed on ${date}.` : 'Closed.'
  const count = total === 0 ? 'In the darkroom.' : `${photographs(total)}.`
  return date ? `${count} Open until ${date}.` : count
}
