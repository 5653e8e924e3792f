import { expect, it } from 'vitest'
import { askedOf } from './model'

const gallery = {
  total: 8,
  needsPin: false,
  chosen: null as number | null,
  limit: null as number | null,
  isProofing: false,
  hasSubmitted: false,
  canDownload: false,
}

it.each([
  [{ total: 0, canDownload: true }, ''],
  [{ needsPin: true, chosen: 2, canDownload: true }, 'Open it with the PIN that we sent you.'],
  [{ chosen: 0, limit: 5 }, 'Pick up to 5 favorites.'],
  [{ chosen: 2, limit: 5 }, 'Pick up to 5 favorites. You’ve picked 2.'],
  [{ chosen: 5, limit: 5 }, 'You’ve picked all 5. Review and submit them.'],
  [{ chosen: 0, isProofing: true }, 'Pick your favorites.'],
  [{ chosen: 3, hasSubmitted: true, limit: 3 }, 'We’ve got your favorites.'],
  // Favorites that no one asked for don't come before the download.
  [{ chosen: 0, canDownload: true }, 'Your photos are ready to download.'],
  [{}, ''],
])('says what is asked of the client: %o', (given, sentence) => {
  expect(askedOf({ ...gallery, ...given })).toBe(sentence)
})
