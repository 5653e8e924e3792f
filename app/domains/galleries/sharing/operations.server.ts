import type { AuditedAction, Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { outdateMail, queueMail } from '~/domains/outbox/operations.server'
import { lastMailAbout } from '~/domains/outbox/sent-emails.server'
import type { HistoryQuery } from '~/domains/people/model'
import { noteContact } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { dateOf, endOfDate, longDate } from '~/platform/time'
import { DOWNLOAD_SIZES, type GalleryHead } from '../access/model'
import { aboutShare, findGalleryHead, shareTokenOf, toGalleryHead } from '../access/operations.server'
import { lastDayOf, photoCount } from '../client-gallery/client-gallery-words'
import { coverForEmail } from '../client-gallery/email-cover.server'
import {
  readClientGalleryPage,
  readLastDay,
  readLockedCover,
  readStrip,
} from '../client-gallery/operations.server'
import { favoritesLabel } from '../proofing/model'
import { countFavoritesBy, listSubmitted } from '../proofing/operations.server'
import { coverShared, lockToShare } from '../releases/shared-galleries.server'
import type { Addressee } from './address-lines'
import { readyMail } from './emails.server'
import { askedOf, type OwnGallery, type SharedPerson, type ShareRights } from './model'
import {
  insertShare,
  lockUnsentShares,
  markSent,
  type ShareRow,
  selectSharedWith,
  selectShareRow,
  selectShares,
  selectSharesOf,
  updateShare,
} from './store.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
  author: Author
}

/** A client gallery with its clients; undefined: no such gallery. */
export async function readSharing(
  { db }: { db: Db },
  galleryId: string,
): Promise<{ gallery: GalleryHead; people: SharedPerson[]; zone: string } | undefined> {
  const [gallery, rows, { studio }] = await Promise.all([
    findGalleryHead({ db }, galleryId),
    selectShares(db, galleryId),
    readSettings({ db }),
  ])
  const zone = studio.timeZone
  const emails = await lastMailAbout({ db }, 'gallery-ready', rows.map(aboutShare))
  const people = rows.map((row) => toPerson(row, zone, emails.get(aboutShare(row))))
  return gallery && { gallery, people, zone }
}

const toPerson = (row: ShareRow, zone: string, mail: SharedPerson['mail'] | undefined): SharedPerson => ({
  id: row.id,
  name: row.name,
  email: row.email,
  rights: rightsOf(row, zone),
  isRevoked: row.revoked_at !== null,
  sentAt: row.sent_at,
  mail: mail ?? null,
  firstOpenedAt: row.first_opened_at,
  lastOpenedAt: row.last_opened_at,
  version: row.version,
})

function rightsOf(row: ShareRow, zone: string): ShareRights {
  const stored: string[] = JSON.parse(row.sizes)
  return {
    canFavorite: row.can_favorite === 1,
    sizes: DOWNLOAD_SIZES.filter((size) => stored.includes(size)),
    until: row.expires_at === null ? null : dateOf(row.expires_at - 1, zone),
  }
}

const columnsOf = ({ canFavorite, sizes, until }: ShareRights, zone: string) => ({
  can_favorite: canFavorite ? 1 : 0,
  sizes: JSON.stringify(sizes),
  expires_at: until === null ? null : endOfDate(until, zone),
})

export type Shared =
  | { ok: true; added: number; known: number; sent: number; takenOff: number }
  | { ok: false; reason: 'missing' }

/**
 * Shares a gallery with people: each gets a personal link and a contact record. Releases that they gave for
 * all their galleries cover it too.
 */
export function shareGallery(
  deps: Deps,
  galleryId: string,
  { people, rights, isToSend }: { people: Addressee[]; rights: ShareRights; isToSend: boolean },
): Promise<Shared> {
  return transact(deps.db, async (tx): Promise<Shared> => {
    const within = { ...deps, db: tx }
    const gallery = await findGalleryHead({ db: tx }, galleryId)
    if (!gallery) return { ok: false, reason: 'missing' }
    const { studio } = await readSettings({ db: tx })
    const added: ShareRow[] = []
    await lockToShare(
      tx,
      galleryId,
      people.map(({ email }) => email.toLowerCase()),
    )
    for (const { name, email } of people) {
      const row = newShare(galleryId, { name, email }, deps.clock.now())
      const whole = { ...row, ...columnsOf(rights, studio.timeZone) }
      if (!(await insertShare(tx, whole))) continue
      await noteContact(within, { email, name })
      added.push(whole)
    }
    const takenOff = await coverShared(
      within,
      galleryId,
      added.map(({ email_key }) => email_key),
    )
    let sent = 0
    if (isToSend) for (const share of added) if (await sendReady(within, gallery, share)) sent += 1
    if (added.length > 0)
      await note(within, 'gallery-shared', gallery, added.map(({ email }) => email).join(', '))
    const known = people.length - added.length
    return { ok: true, added: added.length, known, sent, takenOff: takenOff.length }
  })
}

const newShare = (galleryId: string, { name, email }: Addressee, at: number): ShareRow => ({
  id: newId(),
  gallery_id: galleryId,
  name,
  email,
  email_key: email.toLowerCase(),
  can_favorite: 0,
  sizes: '[]',
  expires_at: null,
  revoked_at: null,
  token_version: 1,
  pin_failures: 0,
  pin_wait_until: null,
  sent_at: null,
  first_opened_at: null,
  last_opened_at: null,
  created_at: at,
  version: 1,
})

export type ShareChanged = { ok: true } | { ok: false; reason: 'missing' | 'changed-since' }

/** A share, and its version when the page was shown. */
export interface ExpectedShare {
  galleryId: string
  id: string
  version: number
}

export const changeRights = (deps: Deps, seen: ExpectedShare, rights: ShareRights): Promise<ShareChanged> =>
  change(deps, seen, 'share-changed', async ({ db }) => {
    const { studio } = await readSettings({ db })
    return columnsOf(rights, studio.timeZone)
  })

/** Revokes a client's link and their account's access. */
export const revokeShare = (deps: Deps, seen: ExpectedShare): Promise<ShareChanged> =>
  change(deps, seen, 'share-revoked', ({ clock }) => Promise.resolve({ revoked_at: clock.now() }))

/** Replaces a client's link, even a revoked one. */
export const renewShare = (deps: Deps, seen: ExpectedShare): Promise<ShareChanged> =>
  change(
    deps,
    seen,
    'share-link-replaced',
    (_, row) => Promise.resolve({ revoked_at: null, token_version: row.token_version + 1 }),
    sendReady,
  )

function change(
  deps: Deps,
  { galleryId, id, version }: ExpectedShare,
  action: AuditedAction,
  toSet: (deps: Deps, row: ShareRow) => Promise<Partial<ShareRow>>,
  then?: (deps: Deps, gallery: GalleryHead, row: ShareRow) => Promise<unknown>,
): Promise<ShareChanged> {
  return transact(deps.db, async (tx): Promise<ShareChanged> => {
    const within = { ...deps, db: tx }
    const gallery = await findGalleryHead({ db: tx }, galleryId)
    const row = await selectShareRow(tx, galleryId, id)
    if (!gallery || !row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-since' }
    const changed = await updateShare(tx, { id, version }, await toSet(within, row))
    if (!changed) return { ok: false, reason: 'changed-since' }
    await note(within, action, gallery, changed.email)
    // The links in earlier emails no longer work.
    if (action === 'share-revoked' || action === 'share-link-replaced')
      await outdateMail({ db: tx, clock: deps.clock }, aboutShare(row))
    await then?.(within, gallery, changed)
    return { ok: true }
  })
}

export type SentReady = { ok: true; sent: number } | { ok: false; reason: 'missing' | 'not-open' }

/**
 * Emails the link to one client again, or (`id` null) to all who haven't got it. Nothing is sent for a draft.
 */
export function sendShare(deps: Deps, galleryId: string, id: string | null): Promise<SentReady> {
  return transact(deps.db, async (tx): Promise<SentReady> => {
    const within = { ...deps, db: tx }
    const gallery = await findGalleryHead({ db: tx }, galleryId)
    const share = id === null ? undefined : await selectShareRow(tx, galleryId, id)
    if (!gallery || (id !== null && !share)) return { ok: false, reason: 'missing' }
    if (gallery.state !== 'published' || (share && share.revoked_at !== null))
      return { ok: false, reason: 'not-open' }
    const sent = share
      ? Number(await sendReady(within, gallery, share))
      : await sendReadyToNew(within, gallery)
    if (sent > 0) await note(within, 'share-sent', gallery, share?.email ?? `${sent} people`)
    return { ok: true, sent }
  })
}

/** A client's share link, shown to the studio. Opening it counts as the client, so this is logged. */
export function readShareLink(deps: Deps, galleryId: string, id: string): Promise<string | undefined> {
  return transact(deps.db, async (tx) => {
    const gallery = await findGalleryHead({ db: tx }, galleryId)
    const row = await selectShareRow(tx, galleryId, id)
    if (!gallery || !row || row.revoked_at !== null) return undefined
    await note({ ...deps, db: tx }, 'share-link-viewed', gallery, row.email)
    return `${deps.config.siteUrl}/g/${shareTokenOf(deps, { id: row.id, tokenVersion: row.token_version })}`
  })
}

const note = (deps: Deps, action: AuditedAction, gallery: GalleryHead, whom: string): Promise<void> =>
  recordAction(deps, {
    action,
    subject: gallery.title,
    changes: [{ field: 'With', from: '', to: whom }],
  })

/** The client with this address in any current share. @param email in lower case */
export async function findClientOf({ db }: { db: Db }, email: string): Promise<{ name: string } | undefined> {
  const shared = await selectSharedWith(db, email)
  return shared[0] && { name: shared.find(({ share_name }) => share_name !== '')?.share_name ?? '' }
}

/** For a person’s history: the galleries shared with their addresses, and when they were first opened. */
export const sharesOf = (
  { db }: { db: Db },
  query: HistoryQuery,
  by: 'created_at' | 'first_opened_at' = 'created_at',
) => selectSharesOf(db, query, by)

interface SendingDeps {
  /** The transaction that publishes or shares the gallery. */
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

/** Emails a client the link to their gallery. Nothing is sent unless it's published. */
export async function sendReady(deps: SendingDeps, gallery: GalleryHead, share: ShareRow): Promise<boolean> {
  if (gallery.state !== 'published' || share.revoked_at !== null) return false
  const { db, clock, config } = deps
  const [{ studio }, page, cover] = await Promise.all([
    readSettings({ db }),
    readClientGalleryPage({ db }, gallery, 1),
    coverForEmail({ db }, gallery),
  ])
  const lastDay = await readLastDay({ db }, gallery, { expiresAt: share.expires_at })
  const sizes: string[] = JSON.parse(share.sizes)
  const token = shareTokenOf({ config }, { id: share.id, tokenVersion: share.token_version })
  const mail = readyMail(emailBrandingOf(studio, config.siteUrl), share, {
    title: gallery.title,
    dateline: gallery.dateline,
    note: gallery.note,
    count: photoCount(page?.total ?? 0),
    cover,
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
 * Emails everyone the gallery is shared with who wasn't emailed yet, for example in the transaction that
 * publishes it.
 * @returns how many
 */
export async function sendReadyToNew(deps: SendingDeps, gallery: GalleryHead): Promise<number> {
  let sent = 0
  for (const share of await lockUnsentShares(deps.db, gallery.id))
    if (await sendReady(deps, gallery, share)) sent += 1
  return sent
}

/** Photos beside each gallery’s title. */
const STRIP = 4
/** Number of galleries shown with photos; older ones have only a line. */
const WITH_STRIPS = 6

/**
 * Galleries shared with an address, newest first, with those that are over at the end.
 * @param email in lower case, verified
 */
export async function ownGalleries(
  { db, clock }: { db: Db; clock: Clock },
  email: string,
): Promise<OwnGallery[]> {
  const [rows, { studio }] = await Promise.all([selectSharedWith(db, email), readSettings({ db })])
  const choosers = rows.filter((row) => row.share_can_favorite === 1).map((row) => row.share_id)
  const [favorited, submitted] = await Promise.all([
    countFavoritesBy({ db }, choosers),
    listSubmitted({ db }, choosers),
  ])
  const galleries = await Promise.all(
    rows.map(
      async ({ share_expires_at, share_id, share_name, share_sizes, share_can_favorite, ...row }, at) => {
        const gallery = toGalleryHead(row)
        const isOver = share_expires_at !== null && share_expires_at <= clock.now()
        const isOpen = gallery.state === 'published' && !isOver
        const day = lastDayOf(gallery, { expiresAt: share_expires_at }, (moment) =>
          dateOf(moment, studio.timeZone),
        )
        const [isShown, isLocked] = [isOpen && at < WITH_STRIPS, gallery.pin !== null]
        const { total, cover, photos } = await readStrip({ db }, gallery, isShown && !isLocked ? STRIP : 0)
        const given: string[] = JSON.parse(share_sizes)
        const { id, title, dateline } = gallery
        const chosen = share_can_favorite === 1 ? (favorited.get(share_id) ?? 0) : null
        const canDownload = isOpen && total > 0 && gallery.sizes.some((size) => given.includes(size))
        const hasSubmitted = submitted.some((list) => list.shareId === share_id)
        return {
          ...{ id, title, dateline, isOpen, isLocked, strip: photos, isProofing: gallery.proofing },
          cover: isShown && isLocked ? await readLockedCover({ db }, gallery) : cover,
          asked: isOpen
            ? askedOf({
                ...{ total, chosen, hasSubmitted, canDownload },
                needsPin: isLocked,
                limit: gallery.pickLimit,
                isProofing: gallery.proofing,
              })
            : '',
          about: isOpen ? openAbout({ total, chosen, day }) : closedAbout(day),
          submitted: (isOpen ? submitted : [])
            .filter((list) => list.shareId === share_id)
            .map((list) => ({
              list: list.id,
              label: `${list.purpose}: ${favoritesLabel({ count: list.count, limit: null })}, submitted ${longDate(dateOf(list.submittedAt, studio.timeZone))}`,
            })),
          isUndeveloped: isOpen && total === 0,
          canDownload,
        }
      },
    ),
  )
  return galleries.toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen))
}

const closedAbout = (day: string | null) => (day === null ? 'Expired.' : `Expired on ${longDate(day)}.`)

/** @param gallery `chosen`: number of favorites; null: the client can't pick favorites */
function openAbout({ total, chosen, day }: { total: number; chosen: number | null; day: string | null }) {
  const favorited =
    chosen === null
      ? ''
      : chosen === 0
        ? ', no favorites yet'
        : `, ${chosen} ${chosen === 1 ? 'favorite' : 'favorites'}`
  const count = total === 0 ? 'Photos coming soon.' : `${photoCount(total)}${favorited}.`
  return day === null ? count : `${count} Open until ${longDate(day)}.`
}
