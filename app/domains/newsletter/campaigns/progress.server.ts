import { bookingTimes } from '~/domains/booking/client/operations.server'
import { readZone } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { dateOf, longDate, momentLabel } from '~/platform/time'
import { FIRST_NAMES } from '../model'
import { countRecipientsOf } from '../segments/recipients.server'
import { segmentSchema } from '../segments/segment'
import { type CampaignState, type PastIssue, type RecipientState, subjectOf } from './model'
import {
  countFollowingBookings,
  countRecipients,
  countReported,
  noRecipients,
  selectRecipients,
  selectReports,
} from './recipients-store.server'
import { selectCampaign, selectCampaigns, selectPastIssues, updateCampaign } from './store.server'

const PAGE_SIZE = 50
const WITHIN = 14 * 86_400_000

/** Newsletters in some states, the newest first. `next`: the next page begins after this id. */
export async function listCampaigns(
  { db }: { db: Db },
  query: { states: readonly CampaignState[]; search: string; before: string | null },
) {
  const zone = await readZone({ db })
  const found = await selectCampaigns(db, { ...query, limit: PAGE_SIZE + 1 })
  const shown = found.slice(0, PAGE_SIZE)
  const counts = await countRecipients(
    db,
    shown.map(({ id }) => id),
  )
  return {
    campaigns: shown.map((row) => ({
      ...{ id: row.id, subject: subjectOf(row), state: row.state, trouble: row.trouble },
      ...{ counts: counts.get(row.id) ?? noRecipients() },
      when: momentLabel(row.endedAt ?? row.begunAt ?? row.scheduledAt ?? row.savedAt, zone),
    })),
    next: found.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  }
}

/**
 * What came of a newsletter. `bookings`: made by people who got it, and no later newsletter until then, and not
 * canceled. `bounced`, `complained`: reports about their addresses. Each within 14 days.
 */
export async function readFigures({ db }: { db: Db }, id: string) {
  const counts = (await countRecipients(db, [id])).get(id) ?? noRecipients()
  const bookings = await countFollowingBookings(db, id, bookingTimes(db).as('b'), WITHIN)
  return { ...counts, ...(await countReported(db, id, WITHIN)), bookings }
}

/** Recipients in a state, with the mail server's answers, or what was reported about the address since. */
export async function listRecipients(
  { db }: { db: Db },
  id: string,
  { state, after }: { state: RecipientState; after: number },
) {
  const zone = await readZone({ db })
  const found = await selectRecipients(db, id, { state, after, limit: PAGE_SIZE + 1 })
  const shown = found.slice(0, PAGE_SIZE)
  const numbers = shown.map(({ number }) => number)
  const reports = numbers.length === 0 ? [] : await selectReports(db, id, numbers, WITHIN)
  const reported = new Map(
    reports.map(({ number, reason, detail }) => [
      number,
      reason === 'complained' ? 'Reported as spam' : `Bounced. ${detail}`.trim(),
    ]),
  )
  return {
    recipients: shown.map(({ number, email, answer, settledAt, begunAt }) => {
      const at = settledAt ?? begunAt
      return {
        ...{ number, email, answer: reported.get(number) ?? answer },
        when: at === null ? null : momentLabel(at, zone),
      }
    }),
    next: found.length > PAGE_SIZE ? (shown.at(-1)?.number ?? null) : null,
  }
}

/** How many would get a newsletter now. */
export async function countReadersOf(deps: { db: Db; clock: Clock }, id: string): Promise<number> {
  const row = await selectCampaign(deps.db, id)
  return row ? await countRecipientsOf(deps, segmentSchema.parse(JSON.parse(row.segment))) : 0
}

/** Shows or hides the public page of a newsletter. */
export async function putInArchive({ db }: { db: Db }, id: string, isShown: boolean): Promise<void> {
  await transact(db, (tx) => updateCampaign(tx, id, { in_archive: isShown ? 1 : 0 }))
}

const PAST_ISSUES = 12

/** The newest newsletters that the owner shows on the site. */
export async function listPastIssues({ db }: { db: Db }): Promise<PastIssue[]> {
  const zone = await readZone({ db })
  const issues = await selectPastIssues(db, PAST_ISSUES)
  return issues.map(({ id, subject, begunAt }) => ({
    id,
    subject: subject.replaceAll(FIRST_NAMES, 'there'),
    date: begunAt === null ? '' : longDate(dateOf(begunAt, zone)),
  }))
}
