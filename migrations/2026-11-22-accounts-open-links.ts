import { type Kysely, sql } from 'kysely'

/**
 * Every link into the Studio gets an id, by which owners see and withdraw it. An invitation names the account of its
 * inviter, with whose rights it ends. One whose inviter is no owner anymore ends now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('owner_links').addColumn('invited_by_id', 'text').execute()
  for (const index of ['owner_links_open', 'owner_links_listed']) await db.schema.dropIndex(index).execute()
  await sql`update owner_links set id = 'printed-' || substr(token_hash, 1, 32) where id is null`.execute(db)
  await sql`
    update owner_links
    set invited_by_id = (
      select min(id) from users where role = 'owner' and users.name = owner_links.invited_by
    )
    where invited_by is not null and redeemed_at is null and withdrawn_at is null`.execute(db)
  await sql`
    update owner_links set withdrawn_at = created_at
    where invited_by is not null and invited_by_id is null and redeemed_at is null and withdrawn_at is null`.execute(
    db,
  )
  await sql`
    create unique index owner_links_open on owner_links (email)
    where invited_by is not null and redeemed_at is null and withdrawn_at is null`.execute(db)
  await sql`
    create index owner_links_listed on owner_links (id)
    where redeemed_at is null and withdrawn_at is null`.execute(db)
}
