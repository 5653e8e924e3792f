import { proveAddress } from '~/domains/people/operations.server'
import { type Actor, isStudio } from '~/platform/auth/actor'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { unlessDiskFull } from '~/platform/disk-full'
import { readCookie } from '~/platform/http/capability-cookie'
import { isSameSecret } from '~/platform/ids.server'
import { openToken, sealToken } from '~/platform/sealed-token.server'
import { seal, unseal } from '~/platform/sealing.server'
import {
  DOWNLOAD_SIZES,
  type GalleryAccess,
  type GalleryHead,
  type GalleryShare,
  pinCookie,
  pinWait,
  shareCookie,
} from './model'
import {
  countPinTry,
  noteOpened,
  selectHead,
  selectPinWait,
  selectShare,
  selectShareOf,
  setPinTries,
  toHead,
} from './store.server'

const LINK = 'open a shared gallery'
/** Purpose of the tokens in emails about a client’s favorites. */
const MAILED_LINK = 'open a shared gallery from an email'
const PIN_GIVEN = 'the PIN of a gallery was given'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'secret' | 'siteUrl'>
}

/** A client gallery in any state, without checking access; undefined: no such gallery. */
export const findGalleryHead = ({ db }: { db: Db }, galleryId: string): Promise<GalleryHead | undefined> =>
  selectHead(db, galleryId)

/** Converts a row of `galleries`. */
export const toGalleryHead = toHead

/** The token of a share link. Raising `tokenVersion` revokes it. */
export const shareTokenOf = (
  { config }: { config: Pick<Config, 'secret'> },
  share: Pick<GalleryShare, 'id' | 'tokenVersion'>,
): string => sealToken(config.secret, LINK, { id: share.id, version: share.tokenVersion })

/** Opens a share link for the first time in a browser. @returns undefined: forged or revoked */
export async function enterByLink(deps: Deps, token: string): Promise<{ galleryId: string } | undefined> {
  const share = await shareOfToken(deps, token)
  if (!share || share.revokedAt !== null) return undefined
  await unlessDiskFull(noteOpened(deps.db, share.id, deps.clock.now()))
  return { galleryId: share.galleryId }
}

/** The gallery of a share link, without opening it. @returns undefined: forged, revoked, or a draft */
export async function findLinked(
  deps: Deps,
  token: string,
): Promise<{ gallery: GalleryHead; isOpen: boolean } | undefined> {
  const share = await shareOfToken(deps, token)
  if (!share || share.revokedAt !== null) return undefined
  const gallery = await selectHead(deps.db, share.galleryId)
  if (!gallery || gallery.state === 'draft') return undefined
  return { gallery, isOpen: gallery.state === 'published' && !isOver(share, deps.clock) }
}

/** The `about` of outbox rows for a share. */
export const aboutShare = ({ id }: Pick<GalleryShare, 'id'>): string => `share ${id}`

/**
 * The token of links in emails about a client’s favorites. Revoking the client’s share link revokes it too.
 */
export const mailedTokenOf = (
  { config }: { config: Pick<Config, 'secret'> },
  share: Pick<GalleryShare, 'id' | 'tokenVersion'>,
): string => sealToken(config.secret, MAILED_LINK, { id: share.id, version: share.tokenVersion })

/**
 * Opens a link in an email about a client’s favorites. Only the email contains it, so using it proves the
 * address.
 * @returns the token for the gallery’s cookie; undefined: forged or revoked
 */
export async function enterByMailedLink(
  deps: Deps,
  token: string,
): Promise<{ galleryId: string; cookie: string } | undefined> {
  const share = await shareOfToken(deps, token, MAILED_LINK)
  if (!share || share.revokedAt !== null) return undefined
  await unlessDiskFull(proveAddress(deps, share.email))
  await unlessDiskFull(noteOpened(deps.db, share.id, deps.clock.now()))
  return { galleryId: share.galleryId, cookie: shareTokenOf(deps, share) }
}

/** Records a client's visit, at most once an hour. A full disk doesn't block the gallery. */
export const noteVisit = ({ db, clock }: Deps, share: GalleryShare): Promise<void> =>
  unlessDiskFull(noteOpened(db, share.id, clock.now(), clock.now() - VISIT_MS))

const VISIT_MS = 3_600_000

async function shareOfToken(
  { db, config }: Deps,
  token: string,
  purpose = LINK,
): Promise<GalleryShare | undefined> {
  const opened = openToken(config.secret, purpose, token)
  const share = opened && (await selectShare(db, opened.id))
  return share?.tokenVersion === opened?.version ? share : undefined
}

export type OpenedGallery =
  | { ok: true; access: GalleryAccess }
  /** `signed-out`: signing in may help. */
  | { ok: false; reason: 'none' | 'signed-out' }
  /** The client's access has ended. */
  | { ok: false; reason: 'over'; gallery: GalleryHead; share: GalleryShare }
  | { ok: false; reason: 'needs-pin'; gallery: GalleryHead; share: GalleryShare }

/**
 * Opens the requested client gallery by the cookie of its share link or the signed-in client's address. The
 * Studio may open all. Every page, data request, image, original and archive of a gallery uses this, and
 * nothing else grants access.
 */
export async function openGallery(
  deps: Deps & { actor: Actor },
  request: Request,
  galleryId: string,
): Promise<OpenedGallery> {
  const { db, clock, config, actor } = deps
  const gallery = await selectHead(db, galleryId)
  if (isStudio(actor))
    return gallery
      ? { ok: true, access: { gallery, share: null, canFavorite: false, sizes: [...DOWNLOAD_SIZES] } }
      : { ok: false, reason: 'none' }

  const share = gallery && (await findShare(deps, request, gallery.id))
  // The same answer for missing galleries and other clients' galleries.
  if (!gallery || !share || share.revokedAt !== null || gallery.state === 'draft')
    return { ok: false, reason: actor.kind === 'person' ? 'none' : 'signed-out' }
  if (isOver(share, clock) || gallery.state !== 'published')
    return { ok: false, reason: 'over', gallery, share }
  if (gallery.pin !== null && !hasGivenPin(config, request, gallery, share))
    return { ok: false, reason: 'needs-pin', gallery, share }
  const sizes = gallery.sizes.filter((size) => share.sizes.includes(size))
  return { ok: true, access: { gallery, share, canFavorite: share.canFavorite, sizes } }
}

async function findShare(
  deps: Deps & { actor: Actor },
  request: Request,
  galleryId: string,
): Promise<GalleryShare | undefined> {
  const { db, clock, config, actor } = deps
  const found = await shareOfToken(deps, readCookie(request, config.siteUrl, shareCookie(galleryId)))
  const linked = found?.galleryId === galleryId && found.revokedAt === null ? found : undefined
  if (linked && !isOver(linked, clock)) return linked
  // An address is a client's only if the account has verified it.
  const isProven = actor.kind === 'person' && actor.emailVerified
  const own = isProven && (await selectShareOf(db, { galleryId, email: actor.email.toLowerCase() }))
  return own || linked
}

const isOver = ({ expiresAt }: GalleryShare, clock: Clock): boolean =>
  expiresAt !== null && expiresAt <= clock.now()

function hasGivenPin(
  config: Deps['config'],
  request: Request,
  gallery: GalleryHead,
  share: GalleryShare,
): boolean {
  const given = openToken(
    config.secret,
    PIN_GIVEN,
    readCookie(request, config.siteUrl, pinCookie(gallery.id)),
  )
  return given?.id === share.id && given.version === gallery.pinVersion
}

export type GivenPin =
  /** `cookie`: the value of `pinCookie`. */
  | { ok: true; cookie: string }
  | { ok: false; reason: 'wrong-pin' }
  | { ok: false; reason: 'too-many'; retryAt: number }

/**
 * Checks the PIN of a gallery for which `openGallery` requires it. From eight wrong PINs on, each further one
 * doubles the delay.
 */
export function givePin(
  { db, clock, config }: Deps,
  { gallery, share }: { gallery: GalleryHead; share: GalleryShare },
  typed: string,
): Promise<GivenPin> {
  return transact(db, async (tx): Promise<GivenPin> => {
    const now = clock.now()
    const counted = await countPinTry(tx, share.id, now)
    if (!counted)
      return { ok: false, reason: 'too-many', retryAt: (await selectPinWait(tx, share.id)) ?? now }
    const pin = gallery.pin === null ? undefined : readPin({ config }, gallery.pin)
    if (pin !== undefined && isSameSecret(pin, typed.replaceAll(/\s/g, ''))) {
      await setPinTries(tx, share.id, { failures: 0, waitUntil: null })
      const version = gallery.pinVersion
      return { ok: true, cookie: sealToken(config.secret, PIN_GIVEN, { id: share.id, version }) }
    }
    const wait = pinWait(counted.failures)
    if (wait === 0) return { ok: false, reason: 'wrong-pin' }
    await setPinTries(tx, share.id, { waitUntil: now + wait })
    return { ok: false, reason: 'too-many', retryAt: now + wait }
  })
}

/** Encrypts a PIN for storage. */
export const sealPin = ({ config }: { config: Pick<Config, 'secret'> }, pin: string): string =>
  seal(config.secret, 'galleryPin', pin)

/** Decrypts a PIN for the studio; undefined: the installation's secret has changed. */
export const readPin = ({ config }: { config: Pick<Config, 'secret'> }, sealed: string): string | undefined =>
  unseal(config.secret, 'galleryPin', sealed)
