import { expect, it } from 'vitest'
import { ADDRESS_DECISIONS, HOST_DECISIONS } from './support/address-decisions'
import { hostAddresses, routeAddresses } from './support/addresses'
import { INTENT_DECISIONS } from './support/intent-decisions'

const addresses = await routeAddresses()

const postDecision = (path: string) => {
  const decision = ADDRESS_DECISIONS[path]
  return typeof decision === 'object' ? decision.post : decision
}

it('D5: every address has a decision about who may request it', () => {
  expect(addresses.length).toBeGreaterThan(120)
  expect(Object.keys(ADDRESS_DECISIONS).toSorted()).toEqual(addresses.map(({ path }) => path).toSorted())
  expect(Object.keys(HOST_DECISIONS).toSorted()).toEqual(hostAddresses())
})

it('every form that an assistant can post has a decision about whether it deletes', () => {
  const posted = addresses.filter(({ path, hasAction }) => hasAction && postDecision(path) === 'team')
  const accepted = Object.fromEntries(posted.map(({ path, intents }) => [path, intents]))
  const decided = Object.entries(INTENT_DECISIONS).map(([path, intents]) => [
    path,
    Object.keys(intents).toSorted(),
  ])
  expect(posted.length).toBeGreaterThan(25)
  expect(Object.fromEntries(decided)).toEqual(accepted)
})
