import type { Kysely } from 'kysely'

interface Tables {
  outbox: { id: string; html: string; text: string; headers: string; calendar: string | null; state: string }
}

const AT_ONCE = 200
/** As links and codes were written until now. */
const TOKENS =
  /\/(newsletter\/unsubscribe|g|booking|verify-email|reset-password|sign-in|confirm-email|owner|calendar|book-session\/offer|book-session\/confirm|book-session\/waiting-list\/leave)\/[\w-]{20,}/g
const CODES = /\bCode: \d{8}\b/g

const withLinksRemoved = (text: string): string =>
  text
    .replace(TOKENS, '/$1/[link removed after sending]')
    .replace(CODES, 'Code: [code removed after sending]')

/** Emails can wait for a mail server, expire, and be too many for an address. What was sent keeps no live link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('about', 'text').execute()
  await db.schema.alterTable('outbox').addColumn('expires_at', 'bigint').execute()
  await db.schema.alterTable('outbox').addColumn('pace', 'text').execute()
  await db.schema.createIndex('outbox_about').on('outbox').columns(['about', 'id']).execute()
  await db.schema.createIndex('outbox_to').on('outbox').columns(['to_address', 'id']).execute()
  await db.schema.createIndex('outbox_expiring').on('outbox').columns(['state', 'expires_at']).execute()
  await db.schema.createIndex('outbox_created').on('outbox').columns(['created_at', 'id']).execute()
  await removeLinks(db as Kysely<Tables>)
}

async function removeLinks(db: Kysely<Tables>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('outbox')
      .select(['id', 'html', 'text', 'headers'])
      .where('state', '=', 'sent')
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { id, html, text, headers } of rows)
      await db
        .updateTable('outbox')
        .set({
          html: withLinksRemoved(html),
          text: withLinksRemoved(text),
          headers: withLinksRemoved(headers),
          calendar: null,
        })
        .where('id', '=', id)
        .execute()
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last.id
  }
}
