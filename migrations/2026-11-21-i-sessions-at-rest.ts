import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'

interface Tables {
  sessions: { id: string; token: string }
}

/** Sessions are known by the hash of their token alone; of the second factor it is known which code was used last. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const sessions = await db.selectFrom('sessions').select(['id', 'token']).execute()
  for (const { id, token } of sessions)
    await db
      .updateTable('sessions')
      .set({ token: createHash('sha256').update(token).digest('hex') })
      .where('id', '=', id)
      .execute()

  await db.schema
    .alterTable('two_factors')
    .addColumn('last_step', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
