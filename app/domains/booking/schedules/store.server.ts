import type { Db, Tx } from '~/platform/db/database.server'
import { deleteSeen, type Seen, updateSeen } from '~/platform/db/versioned.server'
import { newId } from '~/platform/ids.server'
import type { Rule, RuleChoices, RuleDraft, RuleKind } from './model'

/** Both tables have the same columns, but the dates of a schedule can be null. */
const tableOf = (kind: RuleKind) => (kind === 'hours' ? 'schedules' : 'special_dates') as 'schedules'

/**
 * Schedules in order of creation, special dates by first day.
 * @param from YYYY-MM-DD; rules that end before are left out
 */
export async function selectRules(db: Db, kind: RuleKind, { from = '' } = {}): Promise<Rule[]> {
  const rows = await db
    .selectFrom(tableOf(kind))
    .selectAll()
    .$if(from !== '', (query) => query.where('until_date', '>=', from))
    .orderBy(kind === 'hours' ? 'id' : 'from_date')
    .orderBy('id')
    .execute()
  return rows.map(ruleFrom)
}

export async function selectRule(db: Db, kind: RuleKind, id: string): Promise<Rule | undefined> {
  const row = await db.selectFrom(tableOf(kind)).selectAll().where('id', '=', id).executeTakeFirst()
  return row && ruleFrom(row)
}

const ruleFrom = (row: {
  id: string
  title: string
  session_type_id: string | null
  place_id: string | null
  from_date: string | null
  until_date: string | null
  hours: string
  version: number
}): Rule => ({
  id: row.id,
  title: row.title,
  sessionType: row.session_type_id,
  place: row.place_id,
  from: row.from_date,
  until: row.until_date,
  hours: JSON.parse(row.hours).map((window: object) => ({ weekday: 0, ...window })),
  version: row.version,
})

const columnsOf = (kind: RuleKind, rule: RuleDraft) => ({
  title: rule.title,
  session_type_id: rule.sessionType,
  place_id: rule.place,
  from_date: rule.from,
  until_date: rule.until,
  hours: JSON.stringify(
    kind === 'hours' ? rule.hours : rule.hours.map(({ opens, closes }) => ({ opens, closes })),
  ),
})

/** @returns its id */
export async function insertRule(db: Db, kind: RuleKind, rule: RuleDraft): Promise<string> {
  const id = newId()
  await db
    .insertInto(tableOf(kind))
    .values({ id, resource_id: 'default', version: 1, ...columnsOf(kind, rule) })
    .execute()
  return id
}

/** @returns whether the version was still the expected one */
export const updateRule = (tx: Tx, kind: RuleKind, seen: Seen, rule: RuleDraft): Promise<boolean> =>
  updateSeen(tx, tableOf(kind), seen, columnsOf(kind, rule))

/** @returns whether the version was still the expected one */
export const deleteRule = (tx: Tx, kind: RuleKind, seen: Seen): Promise<boolean> =>
  deleteSeen(tx, tableOf(kind), seen)

/** Session types and locations that rules can apply to, published or not. */
export async function selectChoices(db: Db): Promise<RuleChoices> {
  const types = await db
    .selectFrom('session_types')
    .select(['id', 'slug', 'title', 'published_at'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const places = await db
    .selectFrom('places')
    .select(['id', 'slug', 'title', 'is_default'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const offered = await db.selectFrom('session_type_places').selectAll().execute()
  return {
    types: types.map(({ id, slug, title, published_at }) => ({
      id,
      slug,
      title,
      isPublished: published_at !== null,
      places: offered.flatMap((each) => (each.session_type_id === id ? each.place_id : [])),
    })),
    places: places.map(({ id, slug, title, is_default }) => ({
      id,
      slug,
      title,
      isDefault: is_default === 1,
    })),
  }
}

export const isAnyScheduleEdited = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('schedules').select('id').where('version', '>', 1).limit(1).executeTakeFirst()) !==
  undefined
