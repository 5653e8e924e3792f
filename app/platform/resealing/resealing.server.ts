import { z } from 'zod'
import { resealTwoFactors } from '~/platform/auth/resealing.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import type { Domain } from '~/platform/domain.server'
import { type JobHandlers, jobHandler } from '~/platform/jobs/handlers'
import { enqueueAtStart } from '~/platform/jobs/recurring.server'
import type { Logger } from '~/platform/logging.server'
import { markOf } from '~/platform/sealing.server'
import { hasPrevious, secretsOf } from '~/platform/secret'
import { resealColumns } from './rewriting.server'

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
