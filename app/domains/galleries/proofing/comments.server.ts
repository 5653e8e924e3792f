import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import type { NewMail } from '~/domains/outbox/model'
import { isMailQueued, queueMail, withdrawMail, withdrawMails } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { parseField } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { isMailAddress } from '~/platform/text'
import type { GalleryAccess } from '../access/model'
import { aboutShare, findGalleryHead, mailedTokenOf } from '../access/operations.server'
import { commentAnswered, commentReceived } from './emails.server'
import { commentField } from './favorite-form'
import { COMMENTS_MAX } from './model'
import { chooserOf } from './operations.server'
import { selectChoosers, selectGallery } from './review-store.server'
import {
  deleteComment,
  hasAnswers,
  hasComments,
  insertComment,
  isVisibleInGallery,
  lockShare,
  selectNumbered,
  selectOwnComments,
} from './store.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

export type Commented =
  | { ok: true }
  | { ok: false; reason: 'not-allowed' | 'missing' }
  | { ok: false; reason: 'refused'; sentence: string }

/**
 * Adds a client's comment, and emails the studio. The same text twice in a row is saved once, since a form may be
 * submitted twice.
 */
export async function commentOnPhoto(
  { db, clock, config }: Deps,
  access: GalleryAccess,
  { itemId, typed }: { itemId: string; typed: string },
): Promise<Commented> {
  const share = chooserOf(access)
  if (!share) return { ok: false, reason: 'not-allowed' }
  const read = parseField(commentField(), typed)
  if (!read.ok) return { ok: false, reason: 'refused', sentence: read.sentence }
  const { gallery } = access
  return await transact(db, async (tx): Promise<Commented> => {
    await lockShare(tx, share.id)
    if (!(await isVisibleInGallery(tx, gallery.id, itemId))) return { ok: false, reason: 'missing' }
    const own = await selectOwnComments(tx, { itemId, galleryId: gallery.id, shareId: share.id })
    if (own[0]?.body === read.value) return { ok: true }
    if (own.length >= COMMENTS_MAX)
      return {
        ok: false,
        reason: 'refused',
        sentence: `You’ve written ${COMMENTS_MAX} comments on this photo. Contact us instead.`,
      }
    await insertComment(tx, {
      ...{ id: newId(), gallery_id: gallery.id, item_id: itemId, share_id: share.id },
      ...{ author: share.name || share.email, body: read.value, created_at: clock.now() },
    })
    const { studio } = await readSettings({ db: tx })
    const mail = commentReceived(emailBrandingOf(studio, config.siteUrl), {
      ...{ gallery: gallery.title, person: share },
      link: `${config.siteUrl}/studio/galleries/${gallery.id}/favorites`,
    })
    await tell({ db: tx, clock, config }, { ...mail, about: aboutComments(share) })
    return { ok: true }
  })
}

const aboutComments = ({ id }: { id: string }): string => `comments of ${id}`

/** Deletes the viewer's own comment. The studio isn't emailed about the last one. @returns whether it existed */
export async function withdrawComment(
  { db }: { db: Db },
  access: GalleryAccess,
  id: string,
): Promise<boolean> {
  const share = chooserOf(access)
  if (!share) return false
  return await transact(db, async (tx) => {
    const removed = await deleteComment(tx, { id, galleryId: access.gallery.id, shareId: share.id })
    if (!removed) return false
    if (!(await hasComments(tx, share.id)))
      await withdrawMail(
        { db: tx },
        aboutComments(share),
        'Not sent, because the client deleted their comments.',
      )
    return true
  })
}

export type Answered =
  | { ok: true }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; sentence: string }

/** Replies to a client about a photo that they commented on or picked, and emails them. Only they can read it. */
export async function answerOnPhoto(
  { db, clock, config, author }: Deps & { author: Author },
  {
    galleryId,
    itemId,
    shareId,
    typed,
  }: { galleryId: string; itemId: string; shareId: string; typed: string },
): Promise<Answered> {
  const read = parseField(commentField(), typed)
  if (!read.ok) return { ok: false, reason: 'refused', sentence: read.sentence }
  return await transact(db, async (tx): Promise<Answered> => {
    const gallery = await selectGallery(tx, galleryId)
    const chooser = gallery && (await selectChoosers(tx, galleryId)).find(({ id }) => id === shareId)
    const [photo] = await selectNumbered(tx, { galleryId, itemIds: [itemId] })
    if (!chooser || !photo) return { ok: false, reason: 'missing' }
    const [last] = await selectOwnComments(tx, { galleryId, itemId, shareId: null })
    if (last?.body === read.value && last.to_share_id === shareId) return { ok: true }
    await insertComment(tx, {
      ...{ id: newId(), gallery_id: galleryId, item_id: itemId, share_id: null, to_share_id: shareId },
      ...{ author: author.name, body: read.value, created_at: clock.now() },
    })
    const isOpen = (await findGalleryHead({ db: tx }, galleryId))?.state === 'published'
    if (isOpen && !chooser.isRevoked && isMailAddress(chooser.email)) {
      const { studio } = await readSettings({ db: tx })
      const mail = commentAnswered(emailBrandingOf(studio, config.siteUrl), {
        ...{ gallery: gallery.title, person: chooser, number: photo.number },
        link: `${config.siteUrl}/g/${mailedTokenOf({ config }, chooser)}/favorites?photo=${itemId}`,
      })
      await tell({ db: tx, clock, config }, { ...mail, about: aboutShare(chooser) })
    }
    const subject = `To ${chooser.name || chooser.email}, ${gallery.title}`
    await recordAction({ db: tx, clock, author }, { action: 'photo-commented', subject })
    return { ok: true }
  })
}

/** An email about comments follows this much later, in ms. It covers those that are added until then. */
const COMMENTS_MS = 600_000

async function tell(deps: Deps & { db: Tx }, mail: NewMail & { about: string }): Promise<void> {
  if (!(await isMailQueued(deps, mail)))
    await queueMail(deps, { ...mail, notBefore: deps.clock.now() + COMMENTS_MS })
}

/** A gallery's clients aren't emailed about its comments anymore. Call it in the transaction that closes the gallery. */
export async function withdrawAnswerMails({ db }: { db: Tx }, galleryId: string): Promise<void> {
  const abouts = (await selectChoosers(db, galleryId)).map(aboutShare)
  await withdrawMails({ db }, { abouts, kind: ANSWERED }, 'Not sent, because the gallery was closed.')
}

const ANSWERED = 'comment-answered'

/** Deletes a comment of the studio. The client isn't emailed about the last new one. */
export async function removeAnswer(
  { db, clock, author }: Omit<Deps, 'config'> & { author: Author },
  { galleryId, id }: { galleryId: string; id: string },
): Promise<Answered> {
  return await transact(db, async (tx): Promise<Answered> => {
    const gallery = await selectGallery(tx, galleryId)
    const removed = gallery && (await deleteComment(tx, { id, galleryId, shareId: null }))
    if (!removed) return { ok: false, reason: 'missing' }
    const to = removed.to_share_id
    // An email that is queued is about those of the last minutes.
    if (to !== null && !(await hasAnswers(tx, { shareId: to, since: clock.now() - COMMENTS_MS })))
      await withdrawMails(
        { db: tx },
        { abouts: [aboutShare({ id: to })], kind: ANSWERED },
        'Not sent, because the new comments were deleted.',
      )
    const subject = `“${removed.body.slice(0, 60)}”, ${gallery.title}`
    await recordAction({ db: tx, clock, author }, { action: 'photo-comment-removed', subject })
    return { ok: true }
  })
}
