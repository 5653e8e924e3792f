import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import type { Database } from '~/platform/db/schema'
import type { Domain } from '~/platform/domain.server'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { enqueueAtStart } from '~/platform/jobs/recurring.server'
import type { Logger } from '~/platform/logging.server'
import { markOf, reseal, SEALED_COLUMNS, type SealedName } from '~/platform/sealing.server'
import { currentSecret, hasPrevious, type Secret, secretsOf, secretVersion } from '~/platform/secret'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'secret'>
}

const RESEAL = 'reseal'

/** Row of `settings` with a fingerprint of the current secret. */
const SECRET = 'secret'

const LOST =
  'SECRET has changed, and SECRET_PREVIOUS doesn’t contain the former one. Sign-ins, links in sent emails, gallery PINs, two-factor authentication, and connected calendars from before don’t work. To restore them, stop the site and set SECRET_PREVIOUS to the former secret.'

/**
 * Records the current secret, starts resealing during a rotation, and warns when the previous secret is
 * missing.
 */
export async function noteSecret(deps: Deps & { log: Logger }): Promise<void> {
  const { secret } = deps.config
  if (hasPrevious(secret)) await enqueueAtStart(deps, { kind: RESEAL })
  const mark = await selectMark(deps.db)
  if (mark === markOf(secret)) return
  const isAccepted = mark === undefined || secretsOf(secret).some((each) => markOf(each) === mark)
  if (!isAccepted) deps.log.warn(LOST)
  await writeMark(deps)
}

export const resealingJobs = (deps: Deps): JobHandlers => ({
  [RESEAL]: jobHandler(z.object({}), () => resealEverything(deps)),
})

export const resealing: Domain = {
  jobs: (app) => ({ other: resealingJobs(app) }),
  start: noteSecret,
}

/** Afterwards nothing in the database needs a previous secret. */
export async function resealEverything({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  await resealColumns(db, config.secret)
  await resealTwoFactors(db, config.secret)
}

/** Whether the site has run with the current secret. */
export const hasRunWithSecret = async ({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<boolean> =>
  (await selectMark(db)) === markOf(config.secret)

async function selectMark(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', SECRET).executeTakeFirst()
  return row && z.object({ mark: z.string() }).parse(JSON.parse(row.value)).mark
}

async function writeMark({ db, clock, config }: Deps): Promise<void> {
  const [value, updated_at] = [JSON.stringify({ mark: markOf(config.secret) }), clock.now()]
  await db
    .insertInto('settings')
    .values({ key: SECRET, value, updated_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at }))
    .execute()
}

/**
 * Re-encrypts second factors with the current secret, as Better Auth does. Values that no secret decrypts
 * stay unchanged.
 */
export async function resealTwoFactors(db: Db, secret: Secret): Promise<void> {
  const key = {
    keys: new Map(secretsOf(secret).map((each) => [secretVersion(each), each])),
    currentVersion: secretVersion(currentSecret(secret)),
  }
  const current = `$ba$${key.currentVersion}$`
  for (const column of ['secret', 'backup_codes'])
    await rewriteColumn(db, { table: 'two_factors', column }, async (data) => {
      if (data.startsWith(current)) return undefined
      for (const legacySecret of secretsOf(secret)) {
        const text = await symmetricDecrypt({ key: { ...key, legacySecret }, data }).catch(() => undefined)
        if (text !== undefined) return await symmetricEncrypt({ key, data: text })
      }
      return undefined
    })
}

const ROWS_AT_ONCE = 200

/** Reseals with the current secret what a previous one sealed. Safe to repeat while the site runs. */
export async function resealColumns(db: Db, secret: Secret): Promise<void> {
  for (const name of Object.keys(SEALED_COLUMNS) as SealedName[])
    await rewriteColumn(db, SEALED_COLUMNS[name], (sealed) => reseal(secret, name, sealed))
}

/** For a table with a key `id`. @param rewrite undefined: keep the value */
export async function rewriteColumn(
  db: Db,
  { table, column }: { table: keyof Database; column: string },
  rewrite: (value: string) => string | undefined | Promise<string | undefined>,
): Promise<void> {
  const [from, field] = [sql.table(table), sql.ref(column)]
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; value: string }>`
      select id, ${field} as value from ${from}
      where id > ${after} and ${field} is not null order by id limit ${sql.lit(ROWS_AT_ONCE)}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const changed: { id: string; was: string; is: string }[] = []
    for (const { id, value } of rows) {
      const is = await rewrite(value)
      if (is !== undefined) changed.push({ id, was: value, is })
    }
    if (changed.length === 0) continue
    await transact(db, async (tx) => {
      // Values changed concurrently are newer and stay.
      for (const { id, was, is } of changed)
        await sql`update ${from} set ${field} = ${is} where id = ${id} and ${field} = ${was}`.execute(tx)
    })
  }
}
