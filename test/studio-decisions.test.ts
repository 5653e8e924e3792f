import { expect, it } from 'vitest'
import { studioAddresses } from './support/studio-addresses'
import { STUDIO_DECISIONS } from './support/studio-decisions'

it('D5: someone has decided for every address of the Studio who may enter it', async () => {
  const addresses = await studioAddresses()
  expect(addresses.length).toBeGreaterThan(50)
  expect(Object.keys(STUDIO_DECISIONS).toSorted()).toEqual([...new Set(addresses)].toSorted())
})
