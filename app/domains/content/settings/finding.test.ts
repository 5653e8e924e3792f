import { expect, test } from 'vitest'
import { findSettingsGroups } from './finding'

test.each([
  ['tax', [['policies', ['Sales tax in percent']]]],
  ['TIME zone', [['studio', ['Time zone']]]],
  ['promotion', [['promo', ['Show the promotion']]]],
  ['zip', [['studio', ['ZIP code']]]],
  ['nothing of the kind', []],
])('%j finds the settings that are called so', (words, found) => {
  expect(findSettingsGroups(words).map(({ group, fields }) => [group, fields])).toEqual(found)
})
