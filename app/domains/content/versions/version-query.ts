export interface VersionQuery {
  before: number | undefined
  show: number | undefined
  /** The older and the newer number; undefined: nothing is compared. */
  compared: { from: number; to: number } | undefined
}

/** What an address of versions asks for. Numbers that aren't any are left out. */
export function versionQuery(address: string): VersionQuery {
  const { searchParams } = new URL(address)
  const [from, to] = [versionNumber(searchParams.get('from')), versionNumber(searchParams.get('to'))]
  return {
    before: versionNumber(searchParams.get('before')),
    show: versionNumber(searchParams.get('show')),
    compared:
      from === undefined || to === undefined
        ? undefined
        : { from: Math.min(from, to), to: Math.max(from, to) },
  }
}

export const versionNumber = (given: string | null): number | undefined =>
  given !== null && /^\d{1,9}$/.test(given) ? Number(given) : undefined
