import type { Kysely } from 'kysely'
import { watchContent } from './support/content-version'

/** Where a photograph may be shown besides the gallery is asked when a page is made: kept pages go with the answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await watchContent(db, ['consents', 'consent_photos'])
}
