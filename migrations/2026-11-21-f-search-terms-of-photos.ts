import type { Kysely } from 'kysely'
import { indexTable } from './support/search-terms'

export const up = (db: Kysely<unknown>): Promise<void> =>
  indexTable(db, {
    table: 'photos',
    kind: 'photo',
    columns: ['title', 'original_name', 'slug', 'alt', 'camera'],
  })
