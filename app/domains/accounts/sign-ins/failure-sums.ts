const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LONGEST_WAIT_MS = 15 * MINUTE_MS
/** Accounts and networks counted separately within an hour; further networks are added up per account. */
const MOST_SUMS = 200

export interface Failure {
  network: string
  /** '' for several. */
  device: string
  times: number
}

/** Failed sign-ins to one account from one network. */
export interface FailureSum {
  /** '' for addresses without an account. */
  accountId: string
  /** '' when unknown, or for one of many. */
  network: string
  device: string
  /** Not in the log yet. */
  waiting: number
  written: number
  beganAt: number
  writtenAt: number
}

/** Adds failures to the sums so far. */
export function sumFailures(
  sums: readonly FailureSum[],
  failures: readonly (Failure & { accountId: string })[],
  now: number,
): FailureSum[] {
  const keyOf = (accountId: string, network: string) => `${accountId} ${network}`
  const all = new Map(sums.map((sum) => [keyOf(sum.accountId, sum.network), sum]))
  for (const { accountId, network: from, device, times } of failures) {
    const network = all.size < MOST_SUMS || all.has(keyOf(accountId, from)) ? from : ''
    const key = keyOf(accountId, network)
    const before = all.get(key)
    const fresh = { accountId, network, device, waiting: 0, written: 0, beganAt: now, writtenAt: now }
    const sum = before ?? fresh
    // A device is named as long as all that waits came from it.
    const isSame = sum.waiting === 0 || sum.device === device
    all.set(key, { ...sum, device: isSame ? device : '', waiting: sum.waiting + times })
  }
  return [...all.values()]
}

/**
 * The first failures of an account and network are written at once, later ones when they are ten times as many or a
 * quarter hour old: a flood makes few entries.
 * @param all what waits at all
 */
export function failuresToWrite(
  sums: readonly FailureSum[],
  now: number,
  { all }: { all: boolean },
): { write: FailureSum[]; keep: FailureSum[] } {
  const isDue = ({ waiting, written, writtenAt }: FailureSum) =>
    waiting > 0 && (all || waiting >= 9 * written || now - writtenAt >= LONGEST_WAIT_MS)
  const write = sums.filter(isDue)
  const keep = sums
    .map((sum) =>
      isDue(sum) ? { ...sum, waiting: 0, written: sum.written + sum.waiting, writtenAt: now } : sum,
    )
    .filter(({ waiting, beganAt }) => waiting > 0 || now - beganAt < HOUR_MS)
  return { write, keep }
}
