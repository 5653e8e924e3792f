import { hasChanged, recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { changesBetween } from '~/domains/content/changes'
import { readZone } from '~/domains/content/operations.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { dateOf, fullDate, zoneName } from '~/platform/time'
import { lockCalendar } from '../reservations/occupancies-store.server'
import { federalHolidays } from './holidays'
import type { DayWindow, Rule, RuleChoices, RuleDraft, RuleKind } from './model'
import { readRule, ruleInWords, ruleLabel, ruleValues } from './rule-form'
import {
  deleteRule,
  insertRule,
  isAnyScheduleEdited,
  selectChoices,
  selectRule,
  selectRules,
  updateRule,
} from './store.server'

/** Whether someone has changed what determines when clients can book. */
export const hasEditedHours = async ({ db }: { db: Db }): Promise<boolean> =>
  (await isAnyScheduleEdited(db)) || (await hasChanged({ db }, { actions: HOURS_ACTIONS }))

const HOURS_ACTIONS = ['availability-changed', 'availability-removed'] as const

/** All schedules, and the special dates that aren't past. */
export async function listRules({ db, clock }: Omit<WriteDeps, 'author'>): Promise<{
  schedules: Rule[]
  specialDates: Rule[]
  choices: RuleChoices
  today: string
  /** Every date in them, as a label. */
  dates: Record<string, string>
}> {
  const today = dateOf(clock.now(), await readZone({ db }))
  const [schedules, specialDates, choices] = await Promise.all([
    selectRules(db, 'hours'),
    selectRules(db, 'dates', { from: today }),
    selectChoices(db),
  ])
  const named = [...schedules, ...specialDates].flatMap(({ from, until }) => [from, until])
  const dates = Object.fromEntries(named.flatMap((date) => (date ? [[date, fullDate(date)]] : [])))
  return { schedules: schedules.toSorted(byHowMuchTheyName), specialDates, choices, today, dates }
}

/** General rules first. */
const byHowMuchTheyName = (a: Rule, b: Rule): number =>
  weightOf(a) - weightOf(b) || a.title.localeCompare(b.title, 'en-US')

const weightOf = ({ sessionType, place, from, until }: Rule): number =>
  (sessionType === null ? 0 : 4) + (place === null ? 0 : 2) + (from === null && until === null ? 0 : 1)

export const listRuleChoices = ({ db }: { db: Db }): Promise<RuleChoices> => selectChoices(db)

export const findRule = ({ db }: { db: Db }, kind: RuleKind, id: string): Promise<Rule | undefined> =>
  selectRule(db, kind, id)

/** Id and the version shown in the form; null: a new rule. */
export type ExpectedRule = { id: string; version: number } | null

export type RuleSaved =
  | { ok: true; id: string }
  | { ok: false; reason: 'refused'; errors: FieldValues }
  | { ok: false; reason: 'missing' | 'changed-since' }

/** Saves a schedule or special dates. */
export async function saveRule(
  { db, clock, author }: WriteDeps,
  kind: RuleKind,
  { seen, sent }: { seen: ExpectedRule; sent: FieldValues },
): Promise<RuleSaved> {
  return await transact(db, async (tx): Promise<RuleSaved> => {
    const choices = await selectChoices(tx)
    const read = readRule(kind, sent, choices)
    if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
    const before = seen ? await selectRule(tx, kind, seen.id) : undefined
    const stored = await storeRule(tx, kind, seen, read.value)
    if (!stored.ok) return stored
    const was = before ? ruleInWords(before, choices) : {}
    const zone = zoneName(await readZone({ db: tx }), clock.now())
    const changes = changesBetween(was, ruleInWords(read.value, choices), (name) => ruleLabel(name, zone))
    const subject = read.value.title
    if (changes.length > 0)
      await recordAction({ db: tx, clock, author }, { action: 'availability-changed', subject, changes })
    return stored
  })
}

/** Saves the hours for every session type and location, which have no dates. */
export async function saveGeneralHours(deps: WriteDeps, hours: DayWindow[]): Promise<RuleSaved> {
  const rules = await selectRules(deps.db, 'hours')
  const isGeneral = ({ sessionType, place, from, until }: Rule) => !(sessionType || place || from || until)
  const general = rules.find(isGeneral)
  const nowhere = { sessionType: null, place: null, from: null, until: null }
  const draft = { ...(general ?? { title: 'Weekly hours', ...nowhere }), hours }
  const seen = general ? { id: general.id, version: general.version } : null
  return await saveRule(deps, 'hours', { seen, sent: ruleValues('hours', draft) })
}

/** Saves a rule within a transaction. The preview uses it too, and rolls back. */
export async function storeRule(
  tx: Tx,
  kind: RuleKind,
  seen: ExpectedRule,
  draft: RuleDraft,
): Promise<Exclude<RuleSaved, { reason: 'refused' }>> {
  await lockCalendar(tx, 'default')
  if (!seen) return { ok: true, id: await insertRule(tx, kind, draft) }
  const before = await selectRule(tx, kind, seen.id)
  if (!before) return { ok: false, reason: 'missing' }
  // The submitted version may not be a valid number, so it's compared before the query.
  const isSame = before.version === seen.version && (await updateRule(tx, kind, seen, draft))
  return isSame ? { ok: true, id: seen.id } : { ok: false, reason: 'changed-since' }
}

export async function removeRule(
  { db, clock, author }: WriteDeps,
  kind: RuleKind,
  seen: { id: string; version: number },
): Promise<{ ok: true } | { ok: false; reason: 'missing' | 'changed-since' }> {
  return await transact(db, async (tx) => {
    const rule = await selectRule(tx, kind, seen.id)
    if (!rule) return { ok: false, reason: 'missing' }
    if (rule.version !== seen.version || !(await deleteRule(tx, kind, seen)))
      return { ok: false, reason: 'changed-since' }
    const action = 'availability-removed'
    await recordAction({ db: tx, clock, author }, { action, subject: rule.title })
    return { ok: true }
  })
}

/** Adds the federal holidays of a year as closed dates. Existing dates stay. @returns how many were added */
export async function addHolidays(
  { db, clock, author }: WriteDeps,
  year: number,
): Promise<{ ok: true; added: number } | { ok: false; reason: 'year' }> {
  const thisYear = Number(dateOf(clock.now(), 'UTC').slice(0, 4))
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + 5) return { ok: false, reason: 'year' }
  return await transact(db, async (tx) => {
    await lockCalendar(tx, 'default')
    const added = await closeOnHolidays(tx, [year])
    const subject = `Federal holidays of ${year}`
    if (added > 0) await recordAction({ db: tx, clock, author }, { action: 'availability-changed', subject })
    return { ok: true, added }
  })
}

async function closeOnHolidays(tx: Tx, years: number[]): Promise<number> {
  const known = await selectRules(tx, 'dates')
  const isKnown = (date: string) =>
    known.some(
      ({ from, until, sessionType, place }) => from === date && until === date && !sessionType && !place,
    )
  const missing = years.flatMap(federalHolidays).filter(({ date }) => !isKnown(date))
  for (const { date, title } of missing)
    await insertRule(tx, 'dates', {
      title,
      sessionType: null,
      place: null,
      from: date,
      until: date,
      hours: [],
    })
  return missing.length
}

/** Adds the schedules of a new installation, and the holidays of the years in which it can be booked. */
export async function addSchedules(
  { db }: { db: Db },
  rules: RuleDraft[],
  { holidayYears }: { holidayYears: number[] },
): Promise<void> {
  await transact(db, async (tx) => {
    for (const rule of rules) await insertRule(tx, 'hours', rule)
    await closeOnHolidays(tx, holidayYears)
  })
}
