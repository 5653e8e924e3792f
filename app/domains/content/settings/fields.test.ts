import { expect, test } from 'vitest'
import { findSettingsGroups } from './fields'

test.each([
  ['sales tax', [['policies', ['Sales tax (%)']]]],
  ['TIME zone', [['studio', ['Time zone']]]],
  ['pop-up', [['promo', ['Show pop-up']]]],
  ['zip', [['studio', ['ZIP code']]]],
  ['nothing of the kind', []],
])('%j finds the matching settings', (words, found) => {
  expect(findSettingsGroups(words).map(({ group, fields }) => [group, fields])).toEqual(found)
})
