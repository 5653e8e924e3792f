import { sql } from 'kysely'
import { z } from 'zod'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import type { Database } from '~/platform/db/schema'
import type { Domain } from '~/platform/domain.server'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { enqueueAtStart } from '~/platform/jobs/recurring.server'
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

const MISMATCH =
  'The secret isn’t the one that this installation runs with. With it, sign-ins, links in sent emails, gallery PINs, two-factor authentication, connected calendars, and the mail server’s password wouldn’t work. Nothing was changed. Set SECRET as on the other instances, or put back the file “secret” of the data folder. To change the secret, set SECRET_PREVIOUS to the former one. If the former one is lost, run: npm run cli -- secret replace'

/** This instance's secret isn't the installation's. The message is for the operator. */
export class SecretMismatch extends Error {
  override name = 'SecretMismatch'

  constructor() {
    super(MISMATCH)
  }
}

/** @throws SecretMismatch if the installation runs with a secret that isn't accepted here */
export async function refuseOtherSecret({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const mark = await selectMark(db)
  if (mark !== undefined && !accepts(config.secret, mark)) throw new SecretMismatch()
}

const accepts = (secret: Secret, mark: string): boolean =>
  secretsOf(secret).some((each) => markOf(each) === mark)

/**
 * Records the current secret, and starts resealing during a rotation. Of several instances that start for the
 * first time, the first one's secret counts.
 * @throws SecretMismatch
 */
export async function noteSecret(deps: Deps): Promise<void> {
  const { secret } = deps.config
  await insertMark(deps)
  await refuseOtherSecret(deps)
  if (hasPrevious(secret)) await enqueueAtStart(deps, { kind: RESEAL })
  if ((await selectMark(deps.db)) !== markOf(secret)) await replaceSecret(deps)
}

/** Makes the current secret the installation's, whatever it was. */
export async function replaceSecret(deps: Deps): Promise<void> {
  const { value, updated_at } = markRow(deps)
  await deps.db.updateTable('settings').set({ value, updated_at }).where('key', '=', SECRET).execute()
}

export const resealingJobs = (deps: Deps): JobHandlers => ({
  [RESEAL]: jobHandler(z.object({}), () => resealEverything(deps)),
})

export const resealing: Domain = {
  afterMigration: refuseOtherSecret,
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

async function insertMark(deps: Deps): Promise<void> {
  await deps.db
    .insertInto('settings')
    .values(markRow(deps))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

const markRow = ({ clock, config }: Deps) => ({
  key: SECRET,
  value: JSON.stringify({ mark: markOf(config.secret) }),
  updated_at: clock.now(),
})

/** After an import of data that another secret sealed. */
export async function forgetSecret(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', SECRET).execute()
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
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto')
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
