import type { Migration } from 'kysely/migration'
import { up as baseline } from './2026-11-22-baseline'

/** They run in the order of their names. A migration that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '2026-11-22-baseline': { up: baseline },
}
