import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'

/** The site has one. */
const ID = 'site'

type StoredMailServer = Omit<Row<'mail_servers'>, 'id'>

export const selectMailServer = (db: Db): Promise<StoredMailServer | undefined> =>
  db
    .selectFrom('mail_servers')
    .select(['host', 'port', 'encryption', 'username', 'password', 'saved_at'])
    .where('id', '=', ID)
    .executeTakeFirst()

/** @param version the `saved_at` that it replaces; 0: none. @returns false when it isn't that one */
export async function replaceMailServer(
  tx: Tx,
  server: Omit<NewRow<'mail_servers'>, 'id'>,
  version: number,
): Promise<boolean> {
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('mail_servers')
      .values({ id: ID, ...server })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    return Number(numInsertedOrUpdatedRows) === 1
  }
  const { numUpdatedRows } = await tx
    .updateTable('mail_servers')
    .set(server)
    .where('id', '=', ID)
    .where('saved_at', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns its host; undefined: there was none */
export async function deleteMailServer(tx: Tx): Promise<string | undefined> {
  const gone = await tx.deleteFrom('mail_servers').where('id', '=', ID).returning('host').executeTakeFirst()
  return gone?.host
}
