import { recordAction } from '~/domains/audit/operations.server'
import { readZone } from '~/domains/content/operations.server'
import type { Tx } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { dateOf } from '~/platform/time'
import type { WriteDeps } from './operations.server'
import { lockReleases, unpublishUnpermitted } from './publication.server'
import { changesBetween, subjectOf } from './release-changes'
import { isUnderAge } from './release-form'
import { personKey, type RefusedPhoto } from './release-rules'
import {
  insertRelease,
  lockJoint,
  releaseFrom,
  selectEntries,
  selectFirstDay,
  selectGallery,
  selectJointRows,
  selectPublicPeople,
} from './store.server'

/**
 * Before a gallery is shared with these addresses: locks what `coverShared` changes.
 * @param emails in lower case
 */
export async function lockToShare(tx: Tx, galleryId: string, emails: readonly string[]): Promise<void> {
  const rows = await selectJointRows(tx, emails)
  if (rows.length === 0) return
  await lockJoint(tx, [...new Set(rows.flatMap(({ joint_id }) => joint_id ?? []))])
  await lockReleases(tx, [galleryId])
}

/**
 * After a gallery was shared with these addresses: the releases that they gave for all their galleries cover
 * it too, including withdrawn ones, unless the same person has one there. What they don't permit is
 * unpublished. A person under 18 on the day of these photos needs a new one, signed by a guardian.
 * @param emails in lower case
 * @returns the unpublished photos
 */
export async function coverShared(
  { db: tx, clock, author }: WriteDeps & { db: Tx },
  galleryId: string,
  emails: readonly string[],
): Promise<RefusedPhoto[]> {
  const latest = new Map((await selectJointRows(tx, emails)).map((row) => [personKey(row), row]))
  const gallery = await selectGallery(tx, galleryId)
  if (latest.size === 0 || !gallery) return []
  const known = new Set((await selectEntries(tx, [galleryId], [])).map(personKey))
  const zone = await readZone({ db: tx })
  const shotOn = (await selectFirstDay(tx, [galleryId])) ?? dateOf(gallery.createdAt, zone)
  for (const [person, row] of latest) {
    const needsGuardian = row.guardian === '' && row.born_on !== null && isUnderAge(row.born_on, shotOn)
    if (known.has(person) || needsGuardian) continue
    await insertRelease(tx, { ...row, id: newId(), gallery_id: galleryId, version: 1 })
    const { jointId, givenAt, ...release } = releaseFrom(row)
    const draft = { ...release, givenOn: dateOf(givenAt, zone), everywhere: jointId !== null }
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'release-recorded',
        subject: subjectOf(draft, gallery),
        changes: changesBetween(undefined, draft),
      },
    )
  }
  return await unpublishUnpermitted({ db: tx, clock, author }, await selectPublicPeople(tx, [galleryId]))
}
