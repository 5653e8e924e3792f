/** First and last byte, inclusive, of ranges that the network accepted: sorted and disjoint. */
export type SentRanges = readonly (readonly [first: number, last: number])[]

/** Limits what a client can store by requesting every other byte; dropped ranges count as not sent. */
const MOST_RANGES = 500

/** Adds a range. */
export function withSent(sent: SentRanges, first: number, last: number): SentRanges {
  if (last < first) return sent
  let [start, end] = [first, last]
  const apart: (readonly [number, number])[] = []
  for (const range of sent)
    if (range[1] < first - 1 || range[0] > last + 1) apart.push(range)
    else {
      start = Math.min(start, range[0])
      end = Math.max(end, range[1])
    }
  const all = [...apart, [start, end] as const].toSorted((a, b) => a[0] - b[0])
  if (all.length <= MOST_RANGES) return all
  const shortest = all.reduce((a, b) => (lengthOf(b) < lengthOf(a) ? b : a))
  return all.filter((range) => range !== shortest)
}

const lengthOf = ([first, last]: readonly [number, number]): number => last - first + 1

export const sentBytes = (sent: SentRanges): number => sent.reduce((sum, range) => sum + lengthOf(range), 0)

/** Whether every byte of a file of this size was sent. */
export const isWhole = (sent: SentRanges, bytes: number): boolean =>
  bytes === 0 || (sent.length === 1 && sent[0]?.[0] === 0 && sent[0][1] === bytes - 1)

/** Whether a request from `start` resumes a download that got this far. */
export const reaches = (sent: SentRanges, start: number): boolean =>
  sent.some(([first, last]) => first < start && start <= last + 1)

export const hasByte = (sent: SentRanges, at: number): boolean =>
  sent.some(([first, last]) => first <= at && at <= last)
