import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { dateOf, longDate } from '~/platform/time'
import { toGalleryHead } from '../../access/operations.server'
import { circledLabel } from '../../proofing/model'
import { circledBy, listSubmitted } from '../../proofing/operations.server'
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
  const choosers = rows.filter((row) => row.share_can_favorite === 1).map((row) => row.share_id)
  const [circled, submitted] = await Promise.all([
    circledBy({ db }, choosers),
    listSubmitted({ db }, choosers),
  ])
  return await Promise.all(
    rows.map(
      async ({ share_expires_at, share_id, share_name, share_sizes, share_can_favorite, ...row }, at) => {
        const gallery = toGalleryHead(row)
        const isOver = share_expires_at !== null && share_expires_at <= clock.now()
        const isOpen = gallery.state === 'published' && !isOver
        const day = lastDayOf(gallery, { expiresAt: share_expires_at }, (moment) =>
          dateOf(moment, studio.timeZone),
        )
        const isShown = isOpen && gallery.pin === null && at < WITH_STRIPS
        const { total, photos } = await readStrip({ db }, gallery, isShown ? STRIP : 0)
        const given: string[] = JSON.parse(share_sizes)
        const { id, title, dateline } = gallery
        const chosen = share_can_favorite === 1 ? (circled.get(share_id) ?? 0) : null
        return {
          ...{ id, title, dateline, isOpen, strip: photos },
          about: isOpen ? openAbout({ total, chosen, day }) : closedAbout(day),
          submitted: (isOpen ? submitted : [])
            .filter((list) => list.shareId === share_id)
            .map((list) => ({
              list: list.id,
              label: `${list.purpose}: ${circledLabel({ count: list.count, limit: null })}, submitted ${longDate(dateOf(list.submittedAt, studio.timeZone))}`,
            })),
          isUndeveloped: isOpen && (total === 0 || gallery.pin !== null),
          canDownload: isOpen && total > 0 && gallery.sizes.some((size) => given.includes(size)),
        }
      },
    ),
  )
}

const closedAbout = (day: string | null) => (day === null ? 'Expired.' : `Expired on ${longDate(day)}.`)

/** @param gallery `chosen`: null for who may not choose */
function openAbout({ total, chosen, day }: { total: number; chosen: number | null; day: string | null }) {
  const circled =
    chosen === null
      ? ''
      : chosen === 0
        ? ', no favorites yet'
        : `, ${chosen} ${chosen === 1 ? 'favorite' : 'favorites'}`
  const count = total === 0 ? 'Photos coming soon.' : `${photographs(total)}${circled}.`
  return day === null ? count : `${count} Open until ${longDate(day)}.`
}
