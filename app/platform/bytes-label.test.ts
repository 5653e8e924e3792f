import { expect, it } from 'vitest'
import { bytesLabel } from './bytes-label'

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 KB'],
  [8_449, '8.4 KB'],
  [9_949, '9.9 KB'],
  [9_960, '10 KB'],
  [999_499, '999 KB'],
  [999_500, '1 MB'],
  [28_300_000, '28 MB'],
  [1_234_000_000, '1.2 GB'],
  [13_100_000_000, '13 GB'],
])('%d bytes are %s', (bytes, label) => expect(bytesLabel(bytes)).toBe(label))
