const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LONGEST_WAIT_MS = 15 * MINUTE_MS
/** Maximum accounts and networks counted separately per hour. Further networks are added up per account. */
const MOST_SUMS = 200

export interface Failure {
  network: string
  /** '' for several devices. */
  device: string
  times: number
}

/** Failed sign-ins to one account from one network. */
export interface FailureSum {
  /** '' for addresses without an account. */
  accountId: string
  /** '' if unknown, or if several are added up. */
  network: string
  device: string
  /** Number not yet logged. */
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
    // The device is kept only if all unlogged failures came from it.
    const isSame = sum.waiting === 0 || sum.device === device
    all.set(key, { ...sum, device: isSame ? device : '', waiting: sum.waiting + times })
  }
  return [...all.values()]
}

/**
 * The first failures of an account and network are logged at once, later ones when their number is ten times
 * as high or they are a quarter hour old, so that a flood makes few entries.
 * @param all logs everything
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
