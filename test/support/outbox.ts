import { expect } from 'vitest'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'

/** What waits in the outbox, oldest first; each message has the job that delivers it. */
export async function queuedMail(db: Db): Promise<Row<'outbox'>[]> {
  const mail = await db.selectFrom('outbox').selectAll().orderBy('id').execute()
  const jobs = await db.selectFrom('jobs').select('payload').where('kind', '=', 'deliver-mail').execute()
  expect(jobs.map((job) => JSON.parse(job.payload).mail).toSorted()).toEqual(
    mail.map(({ id }) => id).toSorted(),
  )
  return mail
}
