import { expect, it } from 'vitest'
import { megabytes, timeLeft } from './upload-labels'

it.each([
  [0, '0 MB'],
  [420_000, '0.4 MB'],
  [418_300_000, '418 MB'],
  [1_234_000_000, '1.2 GB'],
])('%d bytes are %s', (bytes, label) => expect(megabytes(bytes)).toBe(label))

it.each([
  [3, 'a few seconds left'],
  [31, 'about 40 seconds left'],
  [60, 'about a minute left'],
  [130, 'about 2 minutes left'],
  [3_700, 'about an hour left'],
  [9_000, 'about 3 hours left'],
])('%d seconds are %s', (seconds, label) => expect(timeLeft(seconds)).toBe(label))
