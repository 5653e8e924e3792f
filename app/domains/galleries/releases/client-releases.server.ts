import { readZone } from '~/domains/content/operations.server'
import type { Db } from '~/platform/db/database.server'
import { dateOf, longDate } from '~/platform/time'
import { type ClientRelease, readUses, usesLine } from './model'
import { selectSignedReleasesOf } from './signed-store.server'
import { selectReleasesOf } from './store.server'

const MOST = 100

/** What the person with these addresses allowed, newest first. @param emails in lower case */
export async function clientReleases({ db }: { db: Db }, emails: string[]): Promise<ClientRelease[]> {
  const zone = await readZone({ db })
  const signed = await selectSignedReleasesOf(db, emails)
  const entries = await selectReleasesOf(db, { emails, until: Number.MAX_SAFE_INTEGER, limit: MOST })
  const isSigned = new Set(signed.map(({ id }) => id))
  // The entries of a joint release are alike.
  const recorded = new Map(
    entries
      .filter(({ jointId }) => jointId === null || !isSigned.has(jointId))
      .map((entry) => [entry.jointId ?? entry.id, entry]),
  )
  const dayOf = (at: number) => longDate(dateOf(at, zone))
  const shown = ({ givenAt, withdrawnAt }: { givenAt: number; withdrawnAt: number | null }) => ({
    ...{ at: givenAt, given: dayOf(givenAt) },
    withdrawn: withdrawnAt === null ? null : dayOf(withdrawnAt),
  })
  return [
    ...signed.map((row) => ({
      ...{ id: row.id, name: row.name, uses: usesLine(readUses(JSON.parse(row.uses))), basis: row.basis },
      ...{ gallery: null },
      document: row.contract_id === null ? null : { contract: row.contract_id },
      ...shown({ givenAt: row.given_at, withdrawnAt: row.withdrawn_at }),
    })),
    ...[...recorded.values()].map((entry) => ({
      ...{ id: entry.id, name: entry.name, uses: usesLine(entry.uses), basis: entry.basis },
      gallery: entry.jointId === null ? entry.gallery : null,
      document: { gallery: entry.galleryId, entry: entry.id },
      ...shown(entry),
    })),
  ].toSorted((one, two) => two.at - one.at || (one.id < two.id ? 1 : -1))
}
