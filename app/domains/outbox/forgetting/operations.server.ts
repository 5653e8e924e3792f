import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { dropMailFile, dropMailFilesBefore, mailFileName } from '~/platform/mail/mailer.server'
import { markNotSent } from '../store.server'
import { deleteOldMails, selectExpired } from './store.server'

interface ForgettingDeps {
  db: Db
  config: Pick<Config, 'dataDir'>
}

/** Deletes emails that were written before an instant, with what they're found by. @returns how many */
export const forgetMails = (
  { db }: Pick<ForgettingDeps, 'db'>,
  before: number,
  limit: number,
): Promise<number> => transact(db, (tx) => deleteOldMails(tx, before, limit))

/** The same for the files of emails that were written without a mail server. */
export const forgetMailFiles = (
  { config }: Pick<ForgettingDeps, 'config'>,
  before: number,
): Promise<number> => dropMailFilesBefore(config, before)

/** Gives up emails that weren't sent and are out of date, and takes their links out. @returns how many */
export async function retireExpiredMails(
  { db, config }: ForgettingDeps,
  now: number,
  limit: number,
): Promise<number> {
  const expired = await transact(db, async (tx) => {
    const found = await selectExpired(tx, now, limit)
    for (const { id, failure } of found)
      await markNotSent(tx, id, ['Out of date.', failure ?? ''].filter(Boolean).join(' '))
    return found
  })
  for (const mail of expired) await dropMailFile(config, mailFileName(mail))
  return expired.length
}
