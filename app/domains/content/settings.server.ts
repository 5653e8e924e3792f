import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { photosBySlug } from '~/domains/photos/operations.server'
import { fullCurrencyName } from '~/platform/amounts'
import type { Clock } from '~/platform/clock'
import { CURRENCIES, type Currency } from '~/platform/currencies'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { CHOOSE_PHOTO } from '~/platform/http/notices'
import { currencyDigits, money } from '~/platform/money'
import { zoneName } from '~/platform/time'
import { changesBetween } from './changes'
import type { Settings } from './model'
import { readSettings } from './operations.server'
import { hasEditedServices } from './services.server'
import { SETTINGS_GROUPS, type SettingsGroup, WEEKDAYS } from './settings/fields'
import { fieldNames, readGroup, valuesOf } from './settings/settings-form'
import { selectGroup, selectSavedGroups, updateGroup } from './settings-store.server'
import { type PromoState, promoStateAt } from './shell'

/** The form's values, and the version that a save must name. */
export async function readSettingsGroup(
  { db }: { db: Db },
  group: SettingsGroup,
): Promise<{ values: FieldValues; names: string[]; version: number }> {
  const { value, version } = await selectGroup(db, group)
  return { values: valuesOf(group, value), names: fieldNames(group), version }
}

/** All currencies by name. Only the server lists them, since browsers have other names for some. */
export const listCurrencies = (): { code: Currency; name: string }[] =>
  CURRENCIES.map((code) => {
    const name = fullCurrencyName(code)
    return { code, name: name.charAt(0).toUpperCase() + name.slice(1) }
  }).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

/** Whether the promotion is shown to visitors, and if not, why. */
export async function readPromoState({ db, clock }: { db: Db; clock: Clock }): Promise<PromoState> {
  const { promo, studio } = await readSettings({ db })
  return promoStateAt(promo, studio.timeZone, clock.now())
}

/** The groups that the owner has saved. */
export const listSavedGroups = async ({ db }: { db: Db }): Promise<Set<string>> =>
  new Set(await selectSavedGroups(db))

export type SettingsSaved =
  | { ok: true; changed: number }
  | { ok: false; reason: 'refused'; errors: FieldValues }
  /** Someone saved the group since the form was opened. */
  | { ok: false; reason: 'changed-since' }

/**
 * D3: saves and publishes one group of the business facts. The write makes every instance drop its cached
 * pages.
 */
export async function saveSettingsGroup(
  { db, clock, author }: WriteDeps,
  { group, sent: given, version, confirmed = '' }: SettingsPart,
): Promise<SettingsSaved> {
  const sent = await withKept(db, group, given)
  const read = readGroup(group, sent)
  const errors = { ...(read.ok ? {} : read.errors), ...(await unknownPhotos(db, group, sent)) }
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, reason: 'refused', errors }
  return await transact(db, async (tx): Promise<SettingsSaved> => {
    const before = await selectGroup(tx, group)
    if (before.version !== version) return { ok: false, reason: 'changed-since' }
    const currency = sent.currency as Currency | undefined
    if (group === 'studio' && currency && currency !== confirmed) {
      const error = await whyConfirm(tx, (before.value as Settings['studio']).currency, currency)
      if (error) return { ok: false, reason: 'refused', errors: { currency: error } }
    }
    const zone = zoneName((await selectGroup(tx, 'studio')).value.timeZone, clock.now())
    const changes = changesBetween(
      valuesOf(group, before.value),
      valuesOf(group, read.value as Settings[SettingsGroup]),
      (name) => labelOf(group, name, zone),
    )
    if (changes.length === 0) return { ok: true, changed: 0 }
    // A version that always grows, even with two saves in one millisecond.
    const at = Math.max(clock.now(), version + 1)
    if (!(await updateGroup(tx, group, read.value, { version, at })))
      return { ok: false, reason: 'changed-since' }
    const { title } = SETTINGS_GROUPS[group]
    await recordAction({ db: tx, clock, author }, { action: 'settings-changed', subject: title, changes })
    return { ok: true, changed: changes.length }
  })
}

/** Some fields of a group, and the version that was shown. */
export interface SettingsPart {
  group: SettingsGroup
  sent: FieldValues
  version: number
  /** The currency that the owner has confirmed, after reading what becomes of existing amounts. */
  confirmed?: string | undefined
}

/** Saves parts of several groups, all or nothing. Fields that weren't sent stay. */
export async function saveSettingsParts(
  { db, clock, author }: WriteDeps,
  parts: SettingsPart[],
): Promise<SettingsSaved> {
  return await transact(db, async (tx, rollback): Promise<SettingsSaved> => {
    const errors: FieldValues = {}
    let changed = 0
    for (const { group, sent, version, confirmed } of parts) {
      const { values } = await readSettingsGroup({ db: tx }, group)
      const whole = { ...values, ...sent }
      const saved = await saveSettingsGroup(
        { db: tx, clock, author },
        { group, sent: whole, version, confirmed },
      )
      if (saved.ok) changed += saved.changed
      else if (saved.reason === 'refused') Object.assign(errors, saved.errors)
      else return rollback(saved)
    }
    return Object.keys(errors).length > 0
      ? rollback({ ok: false, reason: 'refused', errors })
      : { ok: true, changed }
  })
}

/** Currency and color can't be blank: a form without them, such as one opened before an update, keeps them. */
async function withKept(db: Db, group: SettingsGroup, given: FieldValues): Promise<FieldValues> {
  const missing = SETTINGS_GROUPS[group].fields.filter(
    ({ name, kind }) => (kind === 'currency' || kind === 'color') && !given[name],
  )
  if (missing.length === 0) return given
  const { values } = await readSettingsGroup({ db }, group)
  return { ...given, ...Object.fromEntries(missing.map(({ name }) => [name, values[name] ?? ''])) }
}

/** What another currency does to the studio's prices; undefined if it has none besides the demo's. */
async function whyConfirm(tx: Tx, from: Currency, to: Currency): Promise<string | undefined> {
  if (from === to || !(await hasEditedServices({ db: tx }))) return undefined
  const amount = 285 * 10 ** currencyDigits(from)
  return `Your amounts aren’t converted: ${money(amount, from)} becomes ${money(amount, to)}. Check the box to change the currency, then check your prices.`
}

async function unknownPhotos(db: Db, group: SettingsGroup, sent: FieldValues): Promise<FieldValues> {
  const fields = SETTINGS_GROUPS[group].fields.filter(({ kind }) => kind === 'photo')
  const found = await photosBySlug(
    { db },
    fields.map(({ name }) => sent[name] ?? ''),
  )
  const unknown = fields.filter(
    ({ name, optional }) => !(optional && !sent[name]) && !found[sent[name] ?? ''],
  )
  return Object.fromEntries(unknown.map(({ name }) => [name, CHOOSE_PHOTO]))
}

/** @param zone "Eastern Time", appended to times */
function labelOf(group: SettingsGroup, name: string, zone: string): string {
  const [end, day] = name.split('.')
  const weekday = group === 'hours' ? WEEKDAYS[Number(day) - 1] : undefined
  if (weekday) return `${weekday}, ${end} (${zone})`
  return SETTINGS_GROUPS[group].fields.find((field) => field.name === name)?.label ?? name
}
