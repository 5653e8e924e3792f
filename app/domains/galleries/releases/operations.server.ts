import type { Author, Change } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import type { HistoryQuery } from '~/domains/people/model'
import { noteContact } from '~/domains/people/operations.server'
import { unpublishPhotos } from '~/domains/photos/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { type FieldErrors, parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { dateOf, endOfDate, instantOf, longDate } from '~/platform/time'
import { type Release, type ShownRelease, USE_WORDS } from './model'
import { lockReleases, mayPublish, refusedWith, unpublishedChange } from './publication.server'
import {
  type ReleaseDraft,
  type ReleaseErrors,
  readRelease,
  releaseWithdrawalSchema,
  type SentRelease,
} from './release-form'
import { type RefusedPhoto, withdrawnIn } from './release-rules'
import {
  countListed,
  insertRelease,
  insertWithdrawn,
  lockGalleries,
  type ReleaseGallery,
  selectContent,
  selectContents,
  selectEntries,
  selectFirstDay,
  selectGallery,
  selectPublicPeople,
  selectRelease,
  selectReleases,
  selectReleasesOf,
  updateRelease,
  withdrawnReleasesQuery,
} from './store.server'

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
}

export async function readEntry(
  { db, clock }: ReadDeps,
  at: { galleryId: string; id: string },
): Promise<ReleaseEntry | undefined> {
  const gallery = await selectGallery(db, at.galleryId)
  const release = gallery && (await selectRelease(db, at))
  if (!release) return undefined
  const zone = (await readSettings({ db })).studio.timeZone
  return {
    gallery,
    release: shown(release, zone),
    givenOn: dateOf(release.givenAt, zone),
    today: dateOf(clock.now(), zone),
    listed: release.covers === 'photos' ? await countListed(db, release.id) : 0,
    takenOff:
      release.withdrawnAt === null ? await refusedWith(db, { ...release, withdrawnAt: clock.now() }) : [],
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

/** Records a release. Published photos that it doesn't permit are unpublished at once. */
export async function recordRelease(
  deps: WriteDeps,
  galleryId: string,
  { sent, seen }: { sent: SentRelease } & Confirmed,
): Promise<ReleaseSaved> {
  const { clock, author } = deps
  return await transact(deps.db, async (db): Promise<ReleaseSaved> => {
    const read = await readDraft({ db, clock }, galleryId, sent)
    if (!read.ok) return read
    const { gallery, draft, row } = read
    const id = newId()
    const entry = { ...draft, id, galleryId, givenAt: row.given_at, withdrawnAt: null }
    const takenOff = await refusedWith(db, { ...entry, covers: 'gallery' })
    if (takenOff.length > seen) return { ok: false, reason: 'takes-off', takenOff }
    const made = { id, gallery_id: galleryId, recorded_by: author.name, withdrawn_at: null }
    await insertRelease(db, { ...row, ...made })
    await noteWho({ db, clock }, draft)
    await takeOff(db, takenOff)
    await recordAction(
      { db, clock, author },
      {
        action: 'release-recorded',
        subject: subjectOf(draft, gallery),
        changes: [...changesBetween(undefined, draft), ...unpublishedChange(takenOff)],
      },
    )
    return { ok: true, id, takenOff: takenOff.length }
  })
}

/** Changes a release. The activity log keeps the previous values. */
export async function changeRelease(
  deps: WriteDeps,
  at: { galleryId: string; id: string },
  { sent, version, seen }: { sent: SentRelease; version: number } & Confirmed,
): Promise<ReleaseSaved> {
  const { clock, author } = deps
  return await transact(deps.db, async (db): Promise<ReleaseSaved> => {
    const read = await readDraft({ db, clock }, at.galleryId, sent)
    if (!read.ok) return read
    const { gallery, draft, row, zone } = read
    const before = await selectRelease(db, at)
    // A release without a name records who was responsible, not a person's agreement. It can only be
    // withdrawn.
    if (!before || before.covers === 'photos') return { ok: false, reason: 'missing' }
    if (before.version !== version || before.withdrawnAt !== null)
      return { ok: false, reason: 'changed-since' }
    const stood = { ...before, givenOn: dateOf(before.givenAt, zone) }
    const changes = changesBetween(stood, draft)
    if (changes.length === 0) return { ok: true, id: before.id, takenOff: 0 }
    const { given_at, ...written } = row
    const isMoved = draft.givenOn !== stood.givenOn
    const givenAt = isMoved ? given_at : before.givenAt
    const takenOff = await refusedWith(db, { ...before, ...draft, givenAt })
    if (takenOff.length > seen) return { ok: false, reason: 'takes-off', takenOff }
    if (!(await updateRelease(db, before, isMoved ? row : written)))
      return { ok: false, reason: 'changed-since' }
    await noteWho({ db, clock }, draft)
    await takeOff(db, takenOff)
    await recordAction(
      { db, clock, author },
      {
        action: 'release-changed',
        subject: subjectOf(draft, gallery),
        changes: [...changes, ...unpublishedChange(takenOff)],
      },
    )
    return { ok: true, id: before.id, takenOff: takenOff.length }
  })
}

export type ReleaseWithdrawn =
  | { ok: true; takenOff: number }
  | { ok: false; reason: 'missing' | 'changed-since' }
  | { ok: false; reason: 'refused'; errors: FieldErrors }
  | { ok: false; reason: 'takes-off'; takenOff: RefusedPhoto[] }

/**
 * Withdraws a release: photos that may no longer be shown are unpublished in the same transaction. The
 * release stays in the register.
 */
export async function withdrawRelease(
  { clock, author, ...deps }: WriteDeps,
  at: { galleryId: string; id: string },
  { version, seen, ...posted }: { withdrawnOn: string; version: number } & Confirmed,
): Promise<ReleaseWithdrawn> {
  return await transact(deps.db, async (db): Promise<ReleaseWithdrawn> => {
    await lockReleases(db, at.galleryId)
    const gallery = await selectGallery(db, at.galleryId)
    const release = gallery && (await selectRelease(db, at))
    if (!release) return { ok: false, reason: 'missing' }
    if (release.version !== version || release.withdrawnAt !== null)
      return { ok: false, reason: 'changed-since' }
    const zone = (await readSettings({ db })).studio.timeZone
    const schema = releaseWithdrawalSchema({
      today: dateOf(clock.now(), zone),
      givenOn: dateOf(release.givenAt, zone),
    })
    const read = parseForm(schema, { withdrawnOn: posted.withdrawnOn })
    if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
    const { withdrawnOn } = read.value
    const withdrawnAt = Math.min(clock.now(), endOfDate(withdrawnOn, zone) - 1)
    const takenOff = await refusedWith(db, { ...release, withdrawnAt })
    if (takenOff.length > seen) return { ok: false, reason: 'takes-off', takenOff }
    if (!(await updateRelease(db, release, { withdrawn_at: withdrawnAt })))
      return { ok: false, reason: 'changed-since' }
    await takeOff(db, takenOff)
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
  galleryId: string,
  sent: SentRelease,
): Promise<ReadDraft> {
  await lockReleases(db, galleryId)
  const gallery = await selectGallery(db, galleryId)
  if (!gallery) return { ok: false, reason: 'missing' }
  const zone = (await readSettings({ db })).studio.timeZone
  const shotOn = (await selectFirstDay(db, galleryId)) ?? dateOf(gallery.createdAt, zone)
  const read = readRelease(sent, { today: dateOf(clock.now(), zone), shotOn })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const draft = read.value
  return {
    ...{ ok: true, gallery, draft, zone },
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

const subjectOf = ({ name }: { name: string }, { title }: ReleaseGallery): string => `${name}, “${title}”`

const FIELDS: [string, (draft: ReleaseDraft) => string][] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Date of birth', ({ bornOn }) => (bornOn === null ? '' : longDate(bornOn))],
  ['Guardian', ({ guardian }) => guardian],
  ['Allowed uses', ({ uses }) => uses.map((use) => USE_WORDS[use]).join(', ')],
  ['Given on', ({ givenOn }) => longDate(givenOn)],
  ['How', ({ basis }) => basis],
]

const changesBetween = (before: ReleaseDraft | undefined, after: ReleaseDraft): Change[] =>
  FIELDS.flatMap(([field, read]) => {
    const [from, to] = [before ? read(before) : '', read(after)]
    return from === to ? [] : [{ field, from, to }]
  })

/**
 * Deletes a gallery and its releases by calling `remove`, in its transaction. Photos published under its
 * releases only are unpublished. Of withdrawals, just the withdrawal is kept.
 * @returns what was unpublished, and who had withdrawn
 */
export async function removeWithReleases(
  tx: Tx,
  galleryId: string,
  remove: () => Promise<void>,
): Promise<{ takenOff: RefusedPhoto[]; withdrawn: string[] }> {
  await lockReleases(tx, galleryId)
  const photoIds = await selectPublicPeople(tx, galleryId)
  const before = new Set((await mayPublish({ db: tx }, { photoIds })).map(({ photoId }) => photoId))
  const withdrawn = await keepWithdrawals(tx, galleryId, await selectContents(tx, galleryId))
  await remove()
  const refused = (await mayPublish({ db: tx }, { photoIds })).filter(({ photoId }) => !before.has(photoId))
  await unpublishPhotos(
    { db: tx },
    refused.map(({ photoId }) => photoId),
  )
  return { takenOff: refused, withdrawn }
}

/** Keeps the withdrawals for a photo that permanently leaves a gallery, in its transaction. */
export async function keepWithdrawalsOfItem(
  tx: Tx,
  { galleryId, photoId }: { galleryId: string; photoId: string },
): Promise<void> {
  await lockGalleries(tx, [galleryId])
  await keepWithdrawals(tx, galleryId, await selectContent(tx, photoId))
}

/** @returns names of the people who had withdrawn */
async function keepWithdrawals(tx: Tx, galleryId: string, contents: readonly string[]): Promise<string[]> {
  const gallery = await selectGallery(tx, galleryId)
  const people = gallery ? withdrawnIn(await selectEntries(tx, [galleryId], [])) : []
  await insertWithdrawn(
    tx,
    people.flatMap(({ name, email, withdrawnAt }) =>
      contents.map((sha256) => ({
        ...{ id: newId(), sha256, name, email, email_key: email.toLowerCase() },
        ...{ gallery: gallery?.title ?? '', withdrawn_at: withdrawnAt },
      })),
    ),
  )
  return people.map(({ name }) => name)
}

/**
 * Withdrawals of an address in deleted galleries, each with its number of photos.
 * @param email in lower case
 */
export async function withdrawnReleasesOf({ db }: { db: Db }, email: string) {
  const rows = await withdrawnReleasesQuery(db, email).execute()
  return rows.map((row) => ({ ...row, photos: Number(row.photos) }))
}
