import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'
import { deleteSeen, type Seen, updateSeen } from '~/platform/db/versioned.server'
import { WELCOME } from './model'

export const selectSteps = (db: Db): Promise<Row<'newsletter_steps'>[]> =>
  db.selectFrom('newsletter_steps').selectAll().orderBy('delay_days').orderBy('id').execute()

export const selectStep = (db: Db, id: string): Promise<Row<'newsletter_steps'> | undefined> =>
  db.selectFrom('newsletter_steps').selectAll().where('id', '=', id).executeTakeFirst()

/** @returns false if there is a row with its id */
export async function insertStep(tx: Tx, step: NewRow<'newsletter_steps'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('newsletter_steps')
    .values(step)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}

/** @returns false if it was changed since */
export const updateStep = (tx: Tx, seen: Seen, step: Partial<NewRow<'newsletter_steps'>>): Promise<boolean> =>
  updateSeen(tx, 'newsletter_steps', seen, step)

/** Who got it is forgotten with it. @returns false if it was changed since */
export const deleteStep = (tx: Tx, seen: Seen): Promise<boolean> => deleteSeen(tx, 'newsletter_steps', seen)

export const selectStepsThatAreOn = (db: Db): Promise<Row<'newsletter_steps'>[]> =>
  db.selectFrom('newsletter_steps').selectAll().where('id', '<>', WELCOME).where('is_on', '=', 1).execute()

/**
 * Subscribers who subscribed in a time and haven't had the step. People whom the studio imported or added
 * subscribed elsewhere, so they get none, unless they subscribe again themselves.
 */
export const selectDue = (
  db: Db,
  { step, from, until, limit }: { step: string; from: number; until: number; limit: number },
): Promise<{ id: string; email: string; name: string; token: string }[]> =>
  db
    .selectFrom('newsletter as n')
    .select(['n.id', 'n.email', 'n.name', 'n.unsubscribe_token as token'])
    .where('n.unsubscribed_at', 'is', null)
    .where('n.unconfirmed_since', 'is', null)
    .where('n.request_date', '>', from)
    .where('n.request_date', '<=', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('newsletter_step_sends as s')
            .select('s.step_id')
            .where('s.step_id', '=', step)
            .whereRef('s.subscriber_id', '=', 'n.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('newsletter_consents as c')
            .select('c.id')
            .whereRef('c.subscriber_id', '=', 'n.id')
            .whereRef('c.at', '>=', 'n.request_date')
            .where('c.source', 'in', ['import', 'studio']),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('newsletter_suppressions as p')
            .select('p.id')
            .whereRef('p.email_key', '=', 'n.email_key')
            .where('p.lifted_at', 'is', null),
        ),
      ),
    )
    .orderBy('n.request_date')
    .limit(limit)
    .execute()

/** The key decides among concurrent jobs. @returns whether this call recorded it */
export async function recordStepSend(tx: Tx, send: NewRow<'newsletter_step_sends'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('newsletter_step_sends')
    .values(send)
    .onConflict((conflict) => conflict.columns(['step_id', 'subscriber_id']).doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}

export async function countStepSends(db: Db): Promise<Map<string, number>> {
  const counts = await db
    .selectFrom('newsletter_step_sends')
    .select(['step_id', (e) => e.fn.countAll<number>().as('count')])
    .groupBy('step_id')
    .execute()
  return new Map(counts.map(({ step_id, count }) => [step_id, Number(count)]))
}
