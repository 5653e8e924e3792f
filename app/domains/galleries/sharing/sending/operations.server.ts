import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { renditionFor } from '~/domains/photos/model'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import type { GalleryHead } from '../../access/model'
import { aboutShare, shareTokenOf } from '../../access/operations.server'
import { readLastDay } from '../../showing/closing/operations.server'
import { photographs } from '../../showing/gift-words'
import { readGiftPage } from '../../showing/operations.server'
import { readyMail } from '../emails.server'
import { lockUnsentShares, markSent, type ShareRow } from '../store.server'

interface Deps {
  /** The transaction of what makes it ready. */
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

/** Wide enough for a letter on a fine screen, and small enough to travel within one. */
const COVER_WIDTH = 800

/** Writes to one person that a gallery is theirs to see; nothing is sent of one that is not published. */
export async function sendReady(deps: Deps, gallery: GalleryHead, share: ShareRow): Promise<boolean> {
  if (gallery.state !== 'published' || share.revoked_at !== null) return false
  const { db, clock, config } = deps
  const [{ studio }, page] = await Promise.all([readSettings({ db }), readGiftPage({ db }, gallery, 1)])
  const lastDay = await readLastDay({ db }, gallery, { expiresAt: share.expires_at })
  // What is behind a PIN does not travel in a message that asks for none.
  const cover = gallery.pin === null ? page?.cover : null
  const width = cover ? renditionFor(cover, COVER_WIDTH) : undefined
  const sizes: string[] = JSON.parse(share.sizes)
  const token = shareTokenOf({ config }, { id: share.id, tokenVersion: share.token_version })
  const mail = readyMail(letterheadOf(studio, config.siteUrl), share, {
    title: gallery.title,
    dateline: gallery.dateline,
    note: gallery.note,
    count: photographs(page?.total ?? 0),
    cover:
      cover && width !== undefined
        ? { path: `${cover.media}/${width}.jpg`, width: cover.width, height: cover.height }
        : null,
    link: `${config.siteUrl}/g/${token}`,
    lastDay,
    canFavorite: share.can_favorite === 1,
    canDownload: gallery.sizes.some((size) => sizes.includes(size)),
    needsPin: gallery.pin !== null,
  })
  const ends = share.expires_at === null ? {} : { expiresAt: share.expires_at }
  await queueMail(deps, { ...mail, ...ends, about: aboutShare(share) })
  await markSent(db, share.id, clock.now())
  return true
}

/**
 * Writes to everybody whom a gallery is shared with and who has not been written to: in the transaction that publishes
 * it, say. @returns how many
 */
export async function sendReadyToNew(deps: Deps, gallery: GalleryHead): Promise<number> {
  let sent = 0
  for (const share of await lockUnsentShares(deps.db, gallery.id))
    if (await sendReady(deps, gallery, share)) sent += 1
  return sent
}
