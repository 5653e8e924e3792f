import type { Change } from '~/domains/audit/model'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { addDays, dateOf, longDate } from '~/platform/time'
import { galleryState } from '../../gallery-state'
import { REOPEN_DAYS } from '../model'

interface Opened {
  /** What is written with the publication. */
  set: Partial<Pick<Row<'galleries'>, 'expires_on' | 'expired_at' | 'expiry_held_at'>>
  changes: Change[]
}

/**
 * What the publication of a gallery does to its end. Whoever publishes one wants it open, also one that had closed
 * before it went back to being a draft; a last day that is over would close it again within minutes, and is moved as by
 * reopening.
 */
export async function openByPublishing(
  { db, clock }: { db: Tx; clock: Clock },
  gallery: Row<'galleries'>,
): Promise<Opened> {
  if (gallery.kind !== 'client' || galleryState(gallery) === 'published') return { set: {}, changes: [] }
  const set = { expired_at: null, expiry_held_at: null }
  const last = gallery.expires_on
  if (last === null) return { set, changes: [] }
  const today = dateOf(clock.now(), (await readSettings({ db })).studio.timeZone)
  if (last >= today) return { set, changes: [] }
  const moved = addDays(today, REOPEN_DAYS)
  return {
    set: { ...set, expires_on: moved },
    changes: [{ field: 'Expiration date', from: longDate(last), to: longDate(moved) }],
  }
}
