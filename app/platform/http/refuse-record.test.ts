import { expect, test } from 'vitest'
import { CONFLICT, JUST_CHANGED, LIST_FULL } from './notices'
import { refuseRecord } from './refuse-record.server'

interface Outcome {
  sentence?: string
  errors: Record<string, string>
  values: Record<string, string>
}

const values = { title: 'Typed' }

test('an unsaved form is answered with what was typed, and why', () => {
  const invalid = refuseRecord<Outcome>(
    { ok: false, reason: 'refused', errors: { title: 'Enter it.' } },
    { values },
  )
  expect([invalid.data, invalid.init?.status]).toEqual([{ values, errors: { title: 'Enter it.' } }, 422])
  const conflict = refuseRecord<Outcome>({ ok: false, reason: 'changed-since' }, { values })
  expect([conflict.data, conflict.init?.status]).toEqual([{ values, errors: {}, sentence: CONFLICT }, 409])
  const full = refuseRecord<Outcome>({ ok: false, reason: 'full' }, { values })
  expect([full.data, full.init?.status]).toEqual([{ values, errors: {}, sentence: LIST_FULL }, 409])
})

test('a button on something that just changed says so, and a missing record is a 404', () => {
  const pressed = refuseRecord<Outcome>({ ok: false, reason: 'changed-since' }, { values: {} }, JUST_CHANGED)
  expect(pressed.data.sentence).toBe(JUST_CHANGED)
  const gone = () => refuseRecord<Outcome>({ ok: false, reason: 'missing' }, { values })
  expect(gone).toThrow(expect.objectContaining({ init: { status: 404 } }))
})
