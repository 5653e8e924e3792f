import type { Db, Tx } from '~/platform/db/database.server'
import { readInParts } from '~/platform/db/in-parts'
import type { NewRow, Row } from '~/platform/db/schema'

/** The releases that were given in a contract, oldest first. */
export const selectSignedReleases = (db: Db, contractId: string): Promise<Row<'signed_releases'>[]> =>
  db.selectFrom('signed_releases').selectAll().where('contract_id', '=', contractId).orderBy('id').execute()

export const selectSignedRelease = (db: Db, id: string): Promise<Row<'signed_releases'> | undefined> =>
  db.selectFrom('signed_releases').selectAll().where('id', '=', id).executeTakeFirst()

/** The signed releases of these addresses. @param emails in lower case */
export const selectSignedReleasesOf = (
  db: Db,
  emails: readonly string[],
): Promise<Row<'signed_releases'>[]> =>
  readInParts(emails, (some) =>
    db.selectFrom('signed_releases').selectAll().where('email_key', 'in', some).execute(),
  )

export async function insertSignedRelease(tx: Tx, row: NewRow<'signed_releases'>): Promise<void> {
  await tx.insertInto('signed_releases').values(row).execute()
}

/** Keeps a signed release like its entries. Nothing happens if the joint release wasn't signed in a contract. */
export async function updateSignedRelease(
  tx: Tx,
  id: string,
  change: Partial<Row<'signed_releases'>>,
): Promise<void> {
  await tx.updateTable('signed_releases').set(change).where('id', '=', id).execute()
}

/** The entries of joint releases with their galleries, by title. */
export const selectJointEntries = (db: Db, jointIds: readonly string[]) =>
  readInParts(jointIds, (some) =>
    db
      .selectFrom('releases as c')
      .innerJoin('galleries as g', 'g.id', 'c.gallery_id')
      .select(['c.joint_id as jointId', 'c.id as entry', 'g.id as galleryId', 'g.title'])
      .where('c.joint_id', 'in', some)
      .orderBy('g.title')
      .orderBy('c.id')
      .execute(),
  )
