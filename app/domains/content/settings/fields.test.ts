import { expect, test } from 'vitest'
import { testSettings } from '../../../../test/support/settings'
import { findSettingsGroups, SETTINGS_GROUPS, type SettingsGroup } from './fields'
import { readGroup, valuesOf } from './settings-form'

test.each([
  ['sales tax', [['policies', ['Sales tax (%)']]]],
  ['TIME zone', [['studio', ['Time zone']]]],
  ['pop-up', [['promo', ['Show pop-up']]]],
  ['zip', [['studio', ['ZIP code']]]],
  ['nothing of the kind', []],
])('%j finds the matching settings', (words, found) => {
  expect(findSettingsGroups(words).map(({ group, fields }) => [group, fields])).toEqual(found)
})

const typed = (Object.keys(SETTINGS_GROUPS) as SettingsGroup[]).flatMap((group) =>
  SETTINGS_GROUPS[group].fields
    .filter(({ kind }) => !['switch', 'choice', 'color', 'currency', 'zone'].includes(kind))
    .map((field) => ({ group, ...field })),
)

test.each(typed)('$group: $label says whether it may be blank', ({ group, name, optional }) => {
  const values = valuesOf(group, testSettings[group])
  expect(readGroup(group, values)).toMatchObject({ ok: true })
  // A video, or another site, is all blank or not at all.
  const [part = ''] = name.split('.')
  const isJoint = part === 'video' || part === 'otherSite'
  const blank = Object.keys(values).filter(
    (each) => each === name || (isJoint && each.startsWith(`${part}.`)),
  )
  const read = readGroup(group, { ...values, ...Object.fromEntries(blank.map((each) => [each, ''])) })
  expect(read.ok).toBe(optional === true)
})
