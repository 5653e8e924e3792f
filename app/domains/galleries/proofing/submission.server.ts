import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { isAddressProven } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { parseField } from '~/platform/forms'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { isMailAddress } from '~/platform/text'
import type { GalleryAccess, GalleryShare } from '../access/model'
import { aboutShare, mailedTokenOf } from '../access/operations.server'
import { favoritesConfirmed, favoritesReopened, favoritesSubmitted } from './emails.server'
import { noteField } from './favorite-form'
import { type FavoriteList, FIRST_PURPOSE } from './model'
import { chooserOf } from './operations.server'
import { countPicks, lockOpenList, selectChosen, selectList, updateList } from './store.server'

export interface SendingDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

export type ListSubmitted =
  | { ok: true }
  | { ok: false; reason: 'not-allowed' | 'missing' | 'locked' | 'empty' | 'changed-since' }
  /** It has more photos than its limit, which the studio has changed. */
  | { ok: false; reason: 'over-limit'; limit: number }
  | { ok: false; reason: 'refused'; sentence: string }

/**
 * Submits a list with a note: locks it, and emails both sides a copy.
 * @param seen the version that the client saw, so that favorites just added in another browser aren't
 * submitted unseen
 */
export async function submitList(
  deps: SendingDeps,
  access: GalleryAccess,
  seen: { id: string; version: number; note: string },
): Promise<ListSubmitted> {
  const share = chooserOf(access)
  if (!share) return { ok: false, reason: 'not-allowed' }
  const note = parseField(noteField(), seen.note)
  if (!note.ok) return { ok: false, reason: 'refused', sentence: note.sentence }
  return await transact(deps.db, async (tx): Promise<ListSubmitted> => {
    const id = seen.id
    const open = await lockOpenList(tx, { id, shareId: share.id })
    if (!open)
      return { ok: false, reason: (await selectList(tx, { id, shareId: share.id })) ? 'locked' : 'missing' }
    if (open.version !== seen.version) return { ok: false, reason: 'changed-since' }
    const count = await countPicks(tx, id)
    const limit = open.pick_limit ?? access.gallery.pickLimit
    if (count === 0) return { ok: false, reason: 'empty' }
    if (limit !== null && count > limit) return { ok: false, reason: 'over-limit', limit }
    await updateList(tx, id, { note: note.value, submitted_at: deps.clock.now(), completed_at: null })
    await emailBoth({ ...deps, db: tx }, { gallery: access.gallery, share }, { ...open, note: note.value })
    return { ok: true }
  })
}

async function emailBoth(
  { db, clock, config }: SendingDeps & { db: Tx },
  { gallery, share }: { gallery: GalleryAccess['gallery']; share: GalleryShare },
  { id, purpose, note }: { id: string; purpose: string; note: string },
): Promise<void> {
  const branding = emailBrandingOf((await readSettings({ db })).studio, config.siteUrl)
  const chosen = await selectChosen(db, { galleryId: gallery.id, listId: id })
  const list = { gallery: gallery.title, person: share, purpose, note, chosen }
  const isProven = await isAddressProven({ db }, share.email)
  const emails = [
    favoritesSubmitted(branding, {
      ...list,
      link: `${config.siteUrl}/studio/galleries/${gallery.id}/favorites`,
    }),
    ...(isMailAddress(share.email)
      ? [
          {
            ...favoritesConfirmed(branding, {
              ...list,
              ...(isProven ? {} : { purpose: FIRST_PURPOSE, note: '' }),
              link: clientLink(config, share, id),
            }),
            ...(isProven ? {} : { pace: 'notice' as const }),
            about: aboutShare(share),
          },
        ]
      : []),
  ]
  for (const mail of emails) await queueMail({ db, clock, config }, mail)
}

/** Notifies the client that a list was reopened. @param deps `db`: the transaction that reopens it */
export async function emailReopened(
  { db, clock, config }: SendingDeps & { db: Tx },
  gallery: { title: string },
  share: Pick<GalleryShare, 'id' | 'name' | 'email' | 'tokenVersion'>,
  list: Pick<FavoriteList, 'id' | 'purpose'>,
): Promise<void> {
  if (!isMailAddress(share.email)) return
  const branding = emailBrandingOf((await readSettings({ db })).studio, config.siteUrl)
  const mail = favoritesReopened(branding, {
    ...{ gallery: gallery.title, person: share },
    purpose: (await isAddressProven({ db }, share.email)) ? list.purpose : FIRST_PURPOSE,
    link: clientLink(config, share, list.id),
  })
  await queueMail({ db, clock, config }, { ...mail, about: aboutShare(share) })
}

/** A link that opens the list on any device, even without an account. */
const clientLink = (
  config: SendingDeps['config'],
  share: Pick<GalleryShare, 'id' | 'tokenVersion'>,
  listId: string,
): string => `${config.siteUrl}/g/${mailedTokenOf({ config }, share)}/favorites?list=${listId}`
