import type { Db } from '~/platform/db/database.server'

/** Raised by the database itself at every write of content, whichever process writes. */
export async function readContentVersion(db: Db): Promise<number> {
  const row = await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()
  return row.version
}
