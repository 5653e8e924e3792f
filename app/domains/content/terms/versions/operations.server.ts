import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { dateOf, momentLabel, startOfDate } from '~/platform/time'
import { termsToShow } from '../../articles/operations.server'
import { readPage, readSettings } from '../../operations.server'
import { currentTermsVersion } from '../operations.server'
import { selectEarlierNumbers, selectVersion, selectVersions } from '../store.server'
import { heldLabel } from './held'

/** Which version /terms shows, and those before it, newest first; true until `validUntil`. */
export async function readTermsStanding({ db, clock }: { db: Db; clock: Clock }): Promise<{
  number: number
  earlier: number[]
  /** Its day lies ahead; until then the version before it holds. */
  isAhead: boolean
  validUntil: number
}> {
  const { number, effectiveOn } = await currentTermsVersion({ db })
  const { studio } = await readSettings({ db })
  const isAhead = effectiveOn > dateOf(clock.now(), studio.timeZone)
  return {
    number,
    earlier: await selectEarlierNumbers(db, number),
    isAhead,
    validUntil: isAhead ? startOfDate(effectiveOn, studio.timeZone) : Number.POSITIVE_INFINITY,
  }
}

/** A version as it was published, ready to show; undefined when there is none of that number. */
export async function findTermsVersion({ db }: { db: Db }, number: string) {
  const version = /^[1-9]\d{0,5}$/.test(number) ? await selectVersion(db, Number(number)) : undefined
  if (!version) return undefined
  const page = await readPage({ db }, 'terms')
  return {
    ...termsToShow(version.body ?? page.body),
    title: page.title,
    description: page.description,
    number: version.number,
    held: heldLabel(version.effectiveOn, version.nextOn),
    isCurrent: version.body === null,
  }
}

/** Every version, newest first, with how many have agreed to it. */
export async function listTermsVersions({ db }: { db: Db }) {
  const { studio } = await readSettings({ db })
  const versions = await selectVersions(db)
  return versions.map(({ number, publishedAt, publishedBy, effectiveOn, agreements }, at) => ({
    number,
    agreements,
    held: heldLabel(effectiveOn, versions[at - 1]?.effectiveOn ?? null),
    published: momentLabel(publishedAt, studio.timeZone),
    publishedBy,
  }))
}
