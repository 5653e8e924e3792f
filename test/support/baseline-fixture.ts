import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { migrations } from '../../migrations/all'

const root = resolve(import.meta.dirname, '../..')
const DATABASE = join(root, 'test/fixtures/baseline.sqlite.gz')
const POSTGRES_SCHEMA = join(root, 'test/fixtures/baseline-postgres.txt')

/** Name of the first migration, which every database has. */
export const BASELINE = Object.keys(migrations).toSorted()[0] ?? ''

/** Writes the baseline's database and its content into a folder. */
export const unpackFixture = async (dataDir: string): Promise<void> =>
  writeFile(join(dataDir, 'studio.sqlite'), gunzipSync(await readFile(DATABASE)))

/** The PostgreSQL schema of the frozen baseline. */
export const readPostgresSchema = async (): Promise<string[]> =>
  (await readFile(POSTGRES_SCHEMA, 'utf8')).trimEnd().split('\n')
