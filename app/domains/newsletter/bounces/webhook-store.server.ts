import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'

/** The site has one. */
const ID = 'site'

export const selectWebhook = (db: Db): Promise<Row<'bounce_webhooks'> | undefined> =>
  db.selectFrom('bounce_webhooks').selectAll().where('id', '=', ID).executeTakeFirst()

/** @param version the `saved_at` that it replaces; 0: none. @returns false when it isn't that one */
export async function replaceWebhook(
  tx: Tx,
  webhook: Omit<NewRow<'bounce_webhooks'>, 'id'>,
  version: number,
): Promise<boolean> {
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('bounce_webhooks')
      .values({ id: ID, ...webhook })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    return Number(numInsertedOrUpdatedRows) === 1
  }
  if (!Number.isSafeInteger(version)) return false
  const { numUpdatedRows } = await tx
    .updateTable('bounce_webhooks')
    .set(webhook)
    .where('id', '=', ID)
    .where('saved_at', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false when it isn't this version */
export async function deleteWebhook(tx: Tx, version: number): Promise<boolean> {
  if (!Number.isSafeInteger(version)) return false
  const { numDeletedRows } = await tx
    .deleteFrom('bounce_webhooks')
    .where('id', '=', ID)
    .where('saved_at', '=', version)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function noteMessage(db: Db, { savedAt, at }: { savedAt: number; at: number }): Promise<void> {
  await db
    .updateTable('bounce_webhooks')
    .set({ received_at: at })
    .where('id', '=', ID)
    .where('saved_at', '=', savedAt)
    .execute()
}

/** Providers repeat a message for days at most. */
const KEPT_MS = 365 * 86_400_000

/** Records that a message with reports has arrived. @returns false: it had already */
export async function insertMessage(tx: Tx, message: NewRow<'bounce_messages'>): Promise<boolean> {
  await tx
    .deleteFrom('bounce_messages')
    .where('at', '<', message.at - KEPT_MS)
    .execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bounce_messages')
    .values(message)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}
