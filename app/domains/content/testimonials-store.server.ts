import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import type { TestimonialDraft, TestimonialRow } from './drafts'
import type { PermissionDraft, WithdrawalDraft } from './testimonial-permission'

export const testimonialsQuery = (db: Db) =>
  db.selectFrom('testimonials').selectAll().orderBy('position').orderBy('id')

export const selectTestimonial = (db: Db, id: string): Promise<Row<'testimonials'> | undefined> =>
  db.selectFrom('testimonials').selectAll().where('id', '=', id).executeTakeFirst()

/** All permissions, newest first. */
export const selectPermissions = (db: Db): Promise<Row<'testimonial_permissions'>[]> =>
  db.selectFrom('testimonial_permissions').selectAll().orderBy('id', 'desc').execute()

/** The permissions of a testimonial, newest first. */
export const permissionsQuery = (db: Db, testimonialId: string) =>
  db
    .selectFrom('testimonial_permissions')
    .selectAll()
    .where('testimonial_id', '=', testimonialId)
    .orderBy('id', 'desc')

export async function insertTestimonialRow(
  tx: Db,
  values: TestimonialRow,
  position: number,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('testimonials')
    .values({ id, ...values, position })
    .execute()
  return id
}

/** From the initial content, which knows only the day of a permission. */
export async function insertTestimonial(
  tx: Db,
  { permissionOn, ...values }: TestimonialDraft,
  position: number,
): Promise<void> {
  const id = await insertTestimonialRow(tx, values, position)
  if (permissionOn !== null)
    await insertPermission(tx, id, { day: permissionOn, means: null, note: '' }, null)
}

export async function updateTestimonial(
  tx: Tx,
  { id, version }: { id: string; version: number },
  values: Partial<TestimonialRow>,
): Promise<void> {
  await tx
    .updateTable('testimonials')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

/** Deletes its permissions too; the activity log keeps them. */
export async function deleteTestimonial(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('testimonials').where('id', '=', id).execute()
}

/** The database allows one active permission. */
export async function insertPermission(
  tx: Db,
  testimonialId: string,
  { day, means, note }: Omit<PermissionDraft, 'means'> & { means: PermissionDraft['means'] | null },
  recorded: { at: number; by: string } | null,
): Promise<void> {
  await tx
    .insertInto('testimonial_permissions')
    .values({
      id: newId(),
      testimonial_id: testimonialId,
      given_on: day,
      means,
      note,
      recorded_at: recorded?.at ?? null,
      recorded_by: recorded?.by ?? '',
      withdrawn_on: null,
      withdrawal_note: '',
      withdrawal_recorded_at: null,
      withdrawal_recorded_by: '',
    })
    .execute()
}

export async function withdrawPermission(
  tx: Db,
  id: string,
  { day, note }: WithdrawalDraft,
  recorded: { at: number; by: string },
): Promise<void> {
  await tx
    .updateTable('testimonial_permissions')
    .set({
      withdrawn_on: day,
      withdrawal_note: note,
      withdrawal_recorded_at: recorded.at,
      withdrawal_recorded_by: recorded.by,
    })
    .where('id', '=', id)
    .where('withdrawn_on', 'is', null)
    .execute()
}
