import type { Migration } from 'kysely/migration'
import * as work from './2026-11-20-a-jobs-outbox-limits'
import * as photos from './2026-11-20-b-photos'
import * as galleries from './2026-11-20-c-galleries'
import * as content from './2026-11-20-d-content'
import * as correspondence from './2026-11-20-e-correspondence'

/** In the order in which they run. A migration that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '2026-11-20-a-jobs-outbox-limits': work,
  '2026-11-20-b-photos': photos,
  '2026-11-20-c-galleries': galleries,
  '2026-11-20-d-content': content,
  '2026-11-20-e-correspondence': correspondence,
}
