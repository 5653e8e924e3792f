import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'

/** The site has one. */
const ID = 'site'

export const selectMailbox = (db: Db): Promise<Row<'bounce_mailboxes'> | undefined> =>
  db.selectFrom('bounce_mailboxes').selectAll().where('id', '=', ID).executeTakeFirst()

/** @param version the `saved_at` that it replaces; 0: none. @returns false when it isn't that one */
export async function replaceMailbox(
  tx: Tx,
  mailbox: Omit<NewRow<'bounce_mailboxes'>, 'id'>,
  version: number,
): Promise<boolean> {
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('bounce_mailboxes')
      .values({ id: ID, ...mailbox })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    return Number(numInsertedOrUpdatedRows) === 1
  }
  return await updateMailbox(tx, version, mailbox)
}

/** @returns false when it was replaced or removed */
export async function updateMailbox(
  db: Db,
  version: number,
  change: Partial<NewRow<'bounce_mailboxes'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bounce_mailboxes')
    .set(change)
    .where('id', '=', ID)
    .where('saved_at', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns its host; undefined: it isn't this version */
export async function deleteMailbox(tx: Tx, version: number): Promise<string | undefined> {
  const gone = await tx
    .deleteFrom('bounce_mailboxes')
    .where('id', '=', ID)
    .where('saved_at', '=', version)
    .returning('host')
    .executeTakeFirst()
  return gone?.host
}

/** The address of a newsletter's recipient, in lower case. */
export async function selectRecipientKey(
  db: Db,
  { campaign, number }: { campaign: string; number: number },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('newsletter_recipients')
    .select('email_key')
    .where('campaign_id', '=', campaign)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.email_key
}
