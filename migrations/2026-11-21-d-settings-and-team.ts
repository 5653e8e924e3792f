import { type Kysely, sql } from 'kysely'

/** Settings that installations of before do not have, as they begin: nothing is sent to anybody. */
const BEGINNINGS = {
  sender: { name: '', email: '', replyTo: '' },
  analytics: { enabled: false, script: '', attribute: 'data-domain', siteId: '', collectsAt: '' },
  brand: { logo: null, favicon: null, before: { logo: null, favicon: null } },
}

const UNMEASURED =
  'There are no trackers, no advertising, no analytics by others, and nothing on these pages is loaded from anywhere else.'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [key, value] of Object.entries(BEGINNINGS))
    await sql`
      insert into settings (key, value, updated_at)
      select ${sql.lit(key)}, ${sql.lit(JSON.stringify(value))}, updated_at from settings where key = 'studio'`.execute(
      db,
    )

  // Whether visits are measured is now said by the settings, where the owner has left the sentence as it was.
  await sql`
    update pages set body = replace(body, ${sql.lit(UNMEASURED)}, '{measuring}')
    where slug = 'terms' and body like ${sql.lit(`%${UNMEASURED}%`)}`.execute(db)

  // Links that a person of the studio sent to an address; those that a command printed have no id.
  await db.schema.alterTable('owner_links').addColumn('id', 'text').execute()
  await db.schema.alterTable('owner_links').addColumn('invited_by', 'text').execute()
  await db.schema.alterTable('owner_links').addColumn('withdrawn_at', 'bigint').execute()
  await sql`
    create unique index owner_links_open on owner_links (email)
    where id is not null and redeemed_at is null and withdrawn_at is null`.execute(db)
  await sql`
    create index owner_links_listed on owner_links (id)
    where id is not null and redeemed_at is null and withdrawn_at is null`.execute(db)
}
