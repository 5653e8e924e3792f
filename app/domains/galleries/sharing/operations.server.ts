import type { AuditedAction, Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { outdateMail } from '~/domains/outbox/operations.server'
import { lastMailAbout } from '~/domains/outbox/sent-emails.server'
import { noteContact } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import type { HistoryQuery } from '~/platform/history'
import { newId } from '~/platform/ids.server'
import { dateOf, endOfDate } from '~/platform/time'
import { DELIVERY_SIZES, type GalleryHead } from '../access/model'
import { aboutShare, findGalleryHead, shareTokenOf } from '../access/operations.server'
import type { Addressee } from './address-lines'
import type { SharedPerson, ShareRights } from './model'
import { sendReady, sendReadyToNew } from './sending/operations.server'
import {
  insertShare,
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

/** A client gallery with those whom it is shared with; undefined: there is none. */
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
  const mails = await lastMailAbout({ db }, 'gallery-ready', rows.map(aboutShare))
  const people = rows.map((row) => toPerson(row, zone, mails.get(aboutShare(row))))
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
    sizes: DELIVERY_SIZES.filter((size) => stored.includes(size)),
    until: row.expires_at === null ? null : dateOf(row.expires_at - 1, zone),
  }
}

const columnsOf = ({ canFavorite, sizes, until }: ShareRights, zone: string) => ({
  can_favorite: canFavorite ? 1 : 0,
  sizes: JSON.stringify(sizes),
  expires_at: until === null ? null : endOfDate(until, zone),
})

export type Shared =
  | { ok: true; added: number; known: number; sent: number }
  | { ok: false; reason: 'missing' }

/** Shares a gallery with people: each gets a link of their own, and a record as everybody who comes up has one. */
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
    for (const { name, email } of people) {
      const row = newShare(galleryId, { name, email }, deps.clock.now())
      const whole = { ...row, ...columnsOf(rights, studio.timeZone) }
      if (!(await insertShare(tx, whole))) continue
      await noteContact(within, { email, name })
      added.push(whole)
    }
    let sent = 0
    if (isToSend) for (const share of added) if (await sendReady(within, gallery, share)) sent += 1
    if (added.length > 0)
      await note(within, 'gallery-shared', gallery, added.map(({ email }) => email).join(', '))
    return { ok: true, added: added.length, known: people.length - added.length, sent }
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

export type ShareChanged = { ok: true } | { ok: false; reason: 'missing' | 'changed-meanwhile' }

/** The share that is meant, as it was seen. */
export interface SeenShare {
  galleryId: string
  id: string
  version: number
}

export const changeRights = (deps: Deps, seen: SeenShare, rights: ShareRights): Promise<ShareChanged> =>
  change(deps, seen, 'share-changed', async ({ db }) => {
    const { studio } = await readSettings({ db })
    return columnsOf(rights, studio.timeZone)
  })

/** Their link opens nothing from now on; nor does the gallery open to their account. */
export const revokeShare = (deps: Deps, seen: SeenShare): Promise<ShareChanged> =>
  change(deps, seen, 'share-revoked', ({ clock }) => Promise.resolve({ revoked_at: clock.now() }))

/** A new link in place of all earlier ones; who had none any more has one again. */
export const renewShare = (deps: Deps, seen: SeenShare): Promise<ShareChanged> =>
  change(
    deps,
    seen,
    'share-renewed',
    (_, row) => Promise.resolve({ revoked_at: null, token_version: row.token_version + 1 }),
    sendReady,
  )

function change(
  deps: Deps,
  { galleryId, id, version }: SeenShare,
  action: AuditedAction,
  toSet: (deps: Deps, row: ShareRow) => Promise<Partial<ShareRow>>,
  then?: (deps: Deps, gallery: GalleryHead, row: ShareRow) => Promise<unknown>,
): Promise<ShareChanged> {
  return transact(deps.db, async (tx): Promise<ShareChanged> => {
    const within = { ...deps, db: tx }
    const gallery = await findGalleryHead({ db: tx }, galleryId)
    const row = await selectShareRow(tx, galleryId, id)
    if (!gallery || !row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-meanwhile' }
    const changed = await updateShare(tx, { id, version }, await toSet(within, row))
    if (!changed) return { ok: false, reason: 'changed-meanwhile' }
    await note(within, action, gallery, changed.email)
    // The links in earlier emails are dead.
    if (action === 'share-revoked' || action === 'share-renewed')
      await outdateMail({ db: tx, clock: deps.clock }, aboutShare(row))
    await then?.(within, gallery, changed)
    return { ok: true }
  })
}

export type SentReady = { ok: true; sent: number } | { ok: false; reason: 'missing' | 'not-open' }

/** Sends the message to one person again, or (`id` null) to all who have not had it. Of a draft nothing is sent. */
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

/** A person’s link, said to the studio: who opens it counts as them, so it is written down who asked. */
export function tellLink(deps: Deps, galleryId: string, id: string): Promise<string | undefined> {
  return transact(deps.db, async (tx) => {
    const gallery = await findGalleryHead({ db: tx }, galleryId)
    const row = await selectShareRow(tx, galleryId, id)
    if (!gallery || !row || row.revoked_at !== null) return undefined
    await note({ ...deps, db: tx }, 'share-link-told', gallery, row.email)
    return `${deps.config.siteUrl}/g/${shareTokenOf(deps, { id: row.id, tokenVersion: row.token_version })}`
  })
}

const note = (deps: Deps, action: AuditedAction, gallery: GalleryHead, whom: string): Promise<void> =>
  recordAction(deps, {
    action,
    subject: gallery.title,
    changes: [{ field: 'With', from: '', to: whom }],
  })

/** The client at an address that a gallery is shared with now. @param email in lower case */
export async function findClientOf({ db }: { db: Db }, email: string): Promise<{ name: string } | undefined> {
  const shared = await selectSharedWith(db, email)
  return shared[0] && { name: shared.find(({ share_name }) => share_name !== '')?.share_name ?? '' }
}

/** For a person’s history: the galleries that were shared with their addresses, and when they first looked. */
export const sharesOf = ({ db }: { db: Db }, query: HistoryQuery) => selectSharesOf(db, query)
