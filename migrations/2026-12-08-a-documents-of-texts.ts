import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * The texts of services, products and portfolio stories as documents, beside their Markdown. A former version, which
 * may still run, changes only the Markdown: the document is no longer that text then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const triggersOn = db.getExecutor().adapter instanceof PostgresAdapter ? onPostgres : onSqlite
  for (const table of ['services', 'products', 'gallery_items']) {
    await db.schema.alterTable(table).addColumn('document', 'text').execute()
    for (const statement of triggersOn(table)) await sql.raw(statement).execute(db)
  }
}

const onSqlite = (table: string): string[] => [
  `create trigger ${table}_other_text after update of body on ${table}
   when new.body <> old.body and new.document is old.document and new.document is not null
   begin update ${table} set document = null where id = new.id; end`,
]

const onPostgres = (table: string): string[] => [
  `create function ${table}_other_text() returns trigger language plpgsql as $$
   begin
     if new.body <> old.body and new.document is not distinct from old.document then
       new.document := null;
     end if;
     return new;
   end $$`,
  `create trigger ${table}_other_text before update of body on ${table}
   for each row execute function ${table}_other_text()`,
]
