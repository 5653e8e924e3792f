import { randomInt } from 'node:crypto'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { rowChanges } from '~/domains/content/changes'
import { readZone } from '~/domains/content/operations.server'
import { refuseTaken } from '~/domains/content/rows/operations.server'
import type { RowAdded, RowRemoved, RowSaved } from '~/domains/content/rows/outcome'
import { readRow, valuesOfRow } from '~/domains/content/rows/row-form'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { addDays, dateOf } from '~/platform/time'
import { DOWNLOAD_SIZES, PIN_DIGITS } from '../access/model'
import { sealPin } from '../access/operations.server'
import { SIZE_LABELS } from '../downloads/model'
import { DEFAULT_WATERMARK, readWatermark } from '../watermarks/model'
import { readDrawable } from '../watermarks/operations.server'
import { type ListedPreset, MOST_PRESETS, PRESET_FIELDS, type PresetValues, presetSchema } from './model'
import {
  clearDefault,
  deletePreset,
  insertPreset,
  type PresetRow,
  selectPreset,
  selectPresets,
  updatePreset,
} from './store.server'

/** Every preset by name. */
export const listPresets = async ({ db }: { db: Db }): Promise<ListedPreset[]> =>
  (await selectPresets(db)).map((row) => ({
    id: row.id,
    name: row.name,
    isDefault: row.is_default === 1,
    about: inWords(row),
  }))

function inWords(row: PresetRow): string {
  const sizes = (JSON.parse(row.sizes) as (keyof typeof SIZE_LABELS)[]).map((size) => SIZE_LABELS[size])
  return [
    sizes.length > 0 ? `Downloads: ${sizes.join(', ').toLowerCase()}` : 'No downloads',
    ...(row.proofing === 1 ? ['Proofing with a watermark'] : []),
    row.expires_after_days === null
      ? 'No expiration'
      : `Expires after ${daysInWords(row.expires_after_days)}`,
    ...(row.has_pin === 1 ? ['PIN'] : []),
  ].join(' · ')
}

const daysInWords = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** Defaults of a new preset. */
export const blankPreset = (): FieldValues => valuesOfRow(PRESET_FIELDS, BLANK)

export async function readPreset(
  { db }: { db: Db },
  id: string,
): Promise<{ name: string; values: FieldValues; version: number } | undefined> {
  const row = await selectPreset(db, id)
  return row && { name: row.name, values: valuesOf(row), version: row.version }
}

function valuesOf(row: PresetRow): FieldValues {
  const sizes = new Set(JSON.parse(row.sizes) as string[])
  return valuesOfRow(PRESET_FIELDS, {
    ...{ name: row.name, isDefault: row.is_default === 1, note: row.note },
    ...Object.fromEntries(DOWNLOAD_SIZES.map((size) => [size, sizes.has(size)])),
    ...{ proofing: row.proofing === 1, pickLimit: row.pick_limit, hasPin: row.has_pin === 1 },
    watermark: readWatermark(row.watermark),
    expiresAfterDays: row.expires_after_days,
  })
}

/** The presets of a new installation. None of them is the default. */
export async function addFirstPresets({ db }: { db: Tx }): Promise<void> {
  for (const preset of FIRST_PRESETS) await insertPreset(db, newId(), columnsOf({ ...BLANK, ...preset }))
}

const BLANK: Omit<PresetValues, 'name'> = {
  ...{ isDefault: false, web: false, print: false, original: false, proofing: false, pickLimit: null },
  ...{ watermark: DEFAULT_WATERMARK, expiresAfterDays: null, hasPin: false, note: '' },
}

const FIRST_PRESETS: (Pick<PresetValues, 'name'> & Partial<PresetValues>)[] = [
  { name: 'Proofing', proofing: true, expiresAfterDays: 30 },
  { name: 'Delivery', web: true, print: true, original: true, expiresAfterDays: 365 },
  { name: 'Portfolio', web: true },
]

export async function addPreset(deps: WriteDeps, sent: FieldValues): Promise<RowAdded<{ id: string }>> {
  const read = await readValues(sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const add = () =>
    transact(deps.db, async (tx): Promise<RowAdded<{ id: string }>> => {
      if ((await selectPresets(tx)).length >= MOST_PRESETS) return { ok: false, reason: 'full' }
      const id = newId()
      if (read.value.isDefault) await clearDefault(tx, id)
      await insertPreset(tx, id, columnsOf(read.value))
      const changes = rowChanges(PRESET_FIELDS, {}, (await readPreset({ db: tx }, id))?.values ?? {})
      const subject = subjectOf(read.value.name)
      await recordAction({ ...deps, db: tx }, { action: 'content-added', subject, changes })
      return { ok: true, id }
    })
  return await refuseTaken(add, NAME)
}

/** Galleries that were created with it stay as they are. */
export async function savePreset(
  deps: WriteDeps,
  id: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<RowSaved> {
  const read = await readValues(sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const save = () =>
    transact(deps.db, async (tx, rollback): Promise<RowSaved> => {
      const before = await readPreset({ db: tx }, id)
      if (!before) return { ok: false, reason: 'missing' }
      if (read.value.isDefault) await clearDefault(tx, id)
      if (!(await updatePreset(tx, { id, version }, columnsOf(read.value))))
        return rollback({ ok: false, reason: 'changed-since' })
      const after = (await readPreset({ db: tx }, id))?.values ?? {}
      const changes = rowChanges(PRESET_FIELDS, before.values, after)
      const subject = subjectOf(read.value.name)
      if (changes.length > 0)
        await recordAction({ ...deps, db: tx }, { action: 'content-changed', subject, changes })
      return { ok: true }
    })
  return await refuseTaken(save, NAME)
}

/** Galleries that were created with it stay as they are. */
export const removePreset = (deps: WriteDeps, id: string, version: number): Promise<RowRemoved> =>
  transact(deps.db, async (tx): Promise<RowRemoved> => {
    const before = await readPreset({ db: tx }, id)
    if (!before) return { ok: false, reason: 'missing' }
    if (!(await deletePreset(tx, { id, version }))) return { ok: false, reason: 'changed-since' }
    const changes = rowChanges(PRESET_FIELDS, before.values, {})
    const subject = subjectOf(before.name)
    await recordAction({ ...deps, db: tx }, { action: 'content-removed', subject, changes })
    return { ok: true }
  })

/** Unique. */
const NAME = {
  column: 'gallery_presets.name',
  errors: { name: 'Another preset already has this name.' },
} as const

const subjectOf = (name: string) => `Gallery preset “${name}”`

async function readValues(sent: FieldValues) {
  const read = readRow(PRESET_FIELDS, presetSchema, sent)
  const mark = await readDrawable((name) => sent[`watermark.${name}`] ?? '')
  const markErrors = mark.ok
    ? {}
    : Object.fromEntries(Object.entries(mark.errors).map(([name, error]) => [`watermark.${name}`, error]))
  if (!read.ok || !mark.ok)
    return { ok: false as const, errors: { ...markErrors, ...(read.ok ? {} : read.errors) } as FieldValues }
  return read
}

const columnsOf = (values: PresetValues) => ({
  name: values.name,
  is_default: values.isDefault ? 1 : 0,
  sizes: JSON.stringify(DOWNLOAD_SIZES.filter((size) => values[size])),
  proofing: values.proofing ? 1 : 0,
  pick_limit: values.pickLimit,
  watermark: JSON.stringify(values.watermark),
  expires_after_days: values.expiresAfterDays,
  has_pin: values.hasPin ? 1 : 0,
  note: values.note,
})

/**
 * The columns of a gallery that is created with a preset.
 * @returns undefined: there is no such preset
 */
export async function presetColumns(
  deps: { db: Db; clock: Clock; config: Pick<Config, 'secret'> },
  id: string,
) {
  const preset = await selectPreset(deps.db, id)
  if (!preset) return undefined
  const timeZone = await readZone(deps)
  const today = dateOf(deps.clock.now(), timeZone)
  const { sizes, proofing, pick_limit, watermark, note } = preset
  return {
    ...{ sizes, proofing, pick_limit, watermark, note },
    expires_on: preset.expires_after_days === null ? null : addDays(today, preset.expires_after_days),
    pin: preset.has_pin === 1 ? sealPin(deps, newPin()) : null,
  }
}

/** A random PIN. */
export const newPin = (): string => String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0')
