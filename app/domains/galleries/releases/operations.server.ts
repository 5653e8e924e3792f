import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import type { HistoryQuery } from '~/domains/people/model'
import { noteContact } from '~/domains/people/operations.server'
import { unpublishPhotos } from '~/domains/photos/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { type FieldErrors, parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { dateOf, endOfDate, instantOf, longDate } from '~/platform/time'
import type { Release, ShownRelease } from './model'
import { lockReleases, refusedWith, unpublishedChange } from './publication.server'
import { changesBetween, subjectOf } from './release-changes'
import {
  type ReleaseDraft,
  type ReleaseErrors,
  readRelease,
  releaseWithdrawalSchema,
  type SentRelease,
} from './release-form'
import type { RefusedPhoto } from './release-rules'
import { selectSignedRelease, updateSignedRelease } from './signed-store.server'
import {
  countListed,
  insertRelease,
  lockJoint,
  type ReleaseGallery,
  selectFirstDay,
  selectGalleriesOf,
  selectGallery,
  selectJoint,
  selectJointGalleries,
  selectRelease,
  selectReleases,
  selectReleasesOf,
  updateRelease,
} from './store.server'
import { withdrawEntries } from './withdrawals.server'

const PAGE_SIZE = 100

interface ReadDeps {
  db: Db
  clock: Clock
}

export interface WriteDeps extends ReadDeps {
  author: Author
}

export interface Register {
  gallery: ReleaseGallery
  releases: ShownRelease[]
  /** Id before which the next page begins; null: this is the last. */
  next: string | null
}

/** A gallery's releases, newest first. */
export async function listReleases(
  { db }: { db: Db },
  galleryId: string,
  { before }: { before: string | null },
): Promise<Register | undefined> {
  const gallery = await selectGallery(db, galleryId)
  if (!gallery) return undefined
  const { studio } = await readSettings({ db })
  const found = await selectReleases(db, { galleryId, before, limit: PAGE_SIZE + 1 })
  const releases = found.slice(0, PAGE_SIZE)
  return {
    gallery,
    releases: releases.map((release) => shown(release, studio.timeZone)),
    next: found.length > PAGE_SIZE ? (releases.at(-1)?.id ?? null) : null,
  }
}

const shown = (release: Release, zone: string): ShownRelease => ({
  ...release,
  given: longDate(dateOf(release.givenAt, zone)),
  withdrawn: release.withdrawnAt === null ? null : longDate(dateOf(release.withdrawnAt, zone)),
})

export interface ReleaseEntry {
  gallery: ReleaseGallery
  release: ShownRelease
  /** YYYY-MM-DD in the studio’s zone. */
  givenOn: string
  today: string
  /** Number of listed photos, if it covers only those. */
  listed: number
  /** Photos that withdrawing it now would unpublish. */
  takenOff: RefusedPhoto[]
  /** The galleries it covers, if it is for all galleries of a client. */
  covered: { id: string; title: string }[]
  /** The contract in which it was given. */
  contractId: string | null
}

export async function readEntry(
  { db, clock }: ReadDeps,
  at: { galleryId: string; id: string },
): Promise<ReleaseEntry | undefined> {
  const gallery = await selectGallery(db, at.galleryId)
  const release = gallery && (await selectRelease(db, at))
  if (!release) return undefined
  const zone = await readZone({ db })
  return {
    gallery,
    release: shown(release, zone),
    givenOn: dateOf(release.givenAt, zone),
    today: dateOf(clock.now(), zone),
    listed: release.covers === 'photos' ? await countListed(db, release.id) : 0,
    takenOff:
      release.withdrawnAt === null
        ? await refusedWith(
            db,
            (await entriesOf(db, release)).map((entry) => ({ ...entry, withdrawnAt: clock.now() })),
          )
        : [],
    covered: release.jointId === null ? [] : await selectJointGalleries(db, release.jointId),
    contractId:
      release.jointId === null
        ? null
        : ((await selectSignedRelease(db, release.jointId))?.contract_id ?? null),
  }
}

/** Initial values of the form for a new release. */
export async function readBlank(
  { db, clock }: ReadDeps,
  galleryId: string,
): Promise<{ gallery: ReleaseGallery; today: string } | undefined> {
  const gallery = await selectGallery(db, galleryId)
  if (!gallery) return undefined
  const { studio } = await readSettings({ db })
  return { gallery, today: dateOf(clock.now(), studio.timeZone) }
}

export type ReleaseSaved =
  | { ok: true; id: string; takenOff: number }
  | { ok: false; reason: 'missing' | 'changed-since' }
  | { ok: false; reason: 'refused'; errors: ReleaseErrors }
  /** These photos would be unpublished, so it has to be confirmed first. */
  | { ok: false; reason: 'takes-off'; takenOff: RefusedPhoto[] }

interface Confirmed {
  /** Number of photos that the confirmation said will be unpublished. */
  seen: number
}

/**
 * Records a release, in all galleries of a client if it covers them. Published photos that it doesn't permit
 * are unpublished at once.
 */
export async function recordRelease(
  deps: WriteDeps,
  galleryId: string,
  { sent, seen }: { sent: SentRelease } & Confirmed,
): Promise<ReleaseSaved> {
  return await transact(deps.db, async (db): Promise<ReleaseSaved> => {
    const read = await readDraft({ ...deps, db }, [galleryId], sent)
    if (!read.ok) return read
    return await write({ ...deps, db }, read, { before: undefined, kept: [], seen })
  })
}

/**
 * Changes a release, and all entries of one for all galleries of a client. One that is limited to its gallery
 * no longer follows the others. The activity log keeps the previous values.
 */
export async function changeRelease(
  deps: WriteDeps,
  at: { galleryId: string; id: string },
  { sent, version, seen }: { sent: SentRelease; version: number } & Confirmed,
): Promise<ReleaseSaved> {
  return await transact(deps.db, async (db): Promise<ReleaseSaved> => {
    const found = await selectRelease(db, at)
    const kept = found ? (sent.everywhere ? await lockEntries(db, found) : [found]) : []
    const read = await readDraft(
      { ...deps, db },
      [at.galleryId, ...kept.map((entry) => entry.galleryId)],
      sent,
    )
    if (!read.ok) return read
    const before = await selectRelease(db, at)
    // A release without a name records who was responsible, not a person's agreement. It can only be
    // withdrawn.
    if (!before || before.covers === 'photos') return { ok: false, reason: 'missing' }
    if (before.version !== version || before.withdrawnAt !== null)
      return { ok: false, reason: 'changed-since' }
    return await write({ ...deps, db }, read, { before, kept, seen })
  })
}

/** All entries of a release: one, or one per gallery if it is for all galleries of a client. */
const entriesOf = (db: Db, release: Release): Promise<Release[]> =>
  release.jointId === null ? Promise.resolve([release]) : selectJoint(db, release.jointId)

/** The same, locked. */
async function lockEntries(tx: Tx, release: Release): Promise<Release[]> {
  if (release.jointId !== null) await lockJoint(tx, [release.jointId])
  return await entriesOf(tx, release)
}

interface Written extends Confirmed {
  /** undefined: it is new. */
  before: Release | undefined
  /** Its entries that change, `before` among them. */
  kept: Release[]
}

/** Writes the entries of a release, with new ones for galleries that have none. */
async function write(
  { db, clock, author }: WriteDeps & { db: Tx },
  { gallery, galleryIds, draft, row, zone }: Extract<ReadDraft, { ok: true }>,
  { before, kept, seen }: Written,
): Promise<ReleaseSaved> {
  const stood = before && {
    ...before,
    givenOn: dateOf(before.givenAt, zone),
    everywhere: before.jointId !== null,
  }
  const has = new Set(kept.map(({ galleryId }) => galleryId))
  const made = galleryIds
    .filter((galleryId) => !has.has(galleryId))
    .map((galleryId) => ({ id: newId(), galleryId }))
  const changes = changesBetween(stood, draft)
  if (before && changes.length === 0 && made.length === 0) return { ok: true, id: before.id, takenOff: 0 }
  const isMoved = draft.givenOn !== stood?.givenOn
  const entries = [
    ...kept.map((entry) => ({ ...entry, ...draft, givenAt: isMoved ? row.given_at : entry.givenAt })),
    ...made.map((each) => ({
      ...{ ...each, ...draft, covers: 'gallery' as const },
      ...{ givenAt: isMoved ? row.given_at : (before?.givenAt ?? row.given_at), withdrawnAt: null },
    })),
  ]
  const takenOff = await refusedWith(db, entries)
  if (takenOff.length > seen) return { ok: false, reason: 'takes-off', takenOff }
  const joint_id = draft.everywhere ? (before?.jointId ?? newId()) : null
  for (const { id, galleryId, givenAt } of entries) {
    const values = { ...row, joint_id, given_at: givenAt }
    const entry = kept.find((each) => each.id === id)
    if (!entry)
      await insertRelease(db, {
        ...{ ...values, id, gallery_id: galleryId, recorded_by: author.name, withdrawn_at: null },
      })
    else if (!(await updateRelease(db, entry, values))) return { ok: false, reason: 'changed-since' }
  }
  if (joint_id !== null && before)
    await updateSignedRelease(db, joint_id, {
      ...{ name: row.name, email: row.email, email_key: row.email_key, uses: row.uses, basis: row.basis },
    })
  await noteWho({ db, clock }, draft)
  await takeOff(db, takenOff)
  await recordAction(
    { db, clock, author },
    {
      action: before ? 'release-changed' : 'release-recorded',
      subject: subjectOf(draft, gallery),
      changes: [...changes, ...unpublishedChange(takenOff)],
    },
  )
  return { ok: true, id: before?.id ?? made[0]?.id ?? '', takenOff: takenOff.length }
}

export type ReleaseWithdrawn =
  | { ok: true; takenOff: number }
  | { ok: false; reason: 'missing' | 'changed-since' }
  | { ok: false; reason: 'refused'; errors: FieldErrors }
  | { ok: false; reason: 'takes-off'; takenOff: RefusedPhoto[] }

/**
 * Withdraws a release, in all galleries it covers: photos that may no longer be shown are unpublished in the
 * same transaction. The release stays in the register.
 */
export async function withdrawRelease(
  { clock, author, ...deps }: WriteDeps,
  at: { galleryId: string; id: string },
  { version, seen, ...posted }: { withdrawnOn: string; version: number } & Confirmed,
): Promise<ReleaseWithdrawn> {
  return await transact(deps.db, async (db): Promise<ReleaseWithdrawn> => {
    const found = await selectRelease(db, at)
    if (!found) return { ok: false, reason: 'missing' }
    const entries = await lockEntries(db, found)
    await lockReleases(
      db,
      entries.map(({ galleryId }) => galleryId),
    )
    const gallery = await selectGallery(db, at.galleryId)
    const release = gallery && (await selectRelease(db, at))
    if (!release) return { ok: false, reason: 'missing' }
    if (release.version !== version || release.withdrawnAt !== null)
      return { ok: false, reason: 'changed-since' }
    const zone = await readZone({ db })
    const schema = releaseWithdrawalSchema({
      today: dateOf(clock.now(), zone),
      givenOn: dateOf(release.givenAt, zone),
    })
    const read = parseForm(schema, { withdrawnOn: posted.withdrawnOn })
    if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
    const { withdrawnOn } = read.value
    const withdrawnAt = Math.min(clock.now(), endOfDate(withdrawnOn, zone) - 1)
    const takenOff = await refusedWith(
      db,
      entries.map((entry) => ({ ...entry, withdrawnAt })),
    )
    if (takenOff.length > seen) return { ok: false, reason: 'takes-off', takenOff }
    if (!(await withdrawEntries(db, entries, { jointId: release.jointId, at: withdrawnAt })))
      return { ok: false, reason: 'changed-since' }
    await recordAction(
      { db, clock, author },
      {
        action: 'release-withdrawn',
        subject: subjectOf(release, gallery),
        changes: [
          { field: 'Withdrawn on', from: '', to: longDate(withdrawnOn) },
          ...unpublishedChange(takenOff),
        ],
      },
    )
    return { ok: true, takenOff: takenOff.length }
  })
}

/** A person's releases, newest first, with their galleries. */
export const releasesOf = ({ db }: { db: Db }, query: HistoryQuery) => selectReleasesOf(db, query)

type ReadDraft =
  | {
      ok: true
      gallery: ReleaseGallery
      /** The galleries it covers, its own first. */
      galleryIds: string[]
      draft: ReleaseDraft
      zone: string
      row: {
        name: string
        email: string
        email_key: string
        born_on: string | null
        guardian: string
        uses: string
        basis: string
        given_at: number
      }
    }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; errors: ReleaseErrors }

async function readDraft(
  { db, clock }: { db: Tx; clock: Clock },
  [galleryId, ...others]: [string, ...string[]],
  sent: SentRelease,
): Promise<ReadDraft> {
  const shared = sent.everywhere ? await selectGalleriesOf(db, sent.email.trim().toLowerCase()) : []
  const galleryIds = [...new Set([galleryId, ...others, ...shared])]
  await lockReleases(db, galleryIds)
  const gallery = await selectGallery(db, galleryId)
  if (!gallery) return { ok: false, reason: 'missing' }
  const zone = await readZone({ db })
  const shotOn = (await selectFirstDay(db, galleryIds)) ?? dateOf(gallery.createdAt, zone)
  const read = readRelease(sent, { today: dateOf(clock.now(), zone), shotOn })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const draft = read.value
  return {
    ...{ ok: true, gallery, galleryIds, draft, zone },
    row: {
      ...{ name: draft.name, email: draft.email, email_key: draft.email.toLowerCase() },
      ...{ born_on: draft.bornOn, guardian: draft.guardian, uses: JSON.stringify(draft.uses) },
      // At noon, so that the date stays the same if the studio's zone changes.
      ...{ basis: draft.basis, given_at: instantOf(draft.givenOn, '12:00', zone) },
    },
  }
}

async function noteWho(deps: { db: Tx; clock: Clock }, { name, email }: ReleaseDraft): Promise<void> {
  if (email !== '') await noteContact(deps, { email, name })
}

const takeOff = (db: Tx, refused: readonly RefusedPhoto[]): Promise<void> =>
  unpublishPhotos(
    { db },
    refused.map(({ photoId }) => photoId),
  )
