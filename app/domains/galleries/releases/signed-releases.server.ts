import { recordAction } from '~/domains/audit/operations.server'
import { readZone } from '~/domains/content/operations.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { dateOf, instantOf, longDate } from '~/platform/time'
import type { ReleaseUse } from './model'
import type { WriteDeps } from './operations.server'
import { lockReleases, unpublishedChange } from './publication.server'
import { changesBetween, subjectOf } from './release-changes'
import { insertSignedRelease, selectJointEntries, selectSignedReleases } from './signed-store.server'
import { insertRelease, lockJoint, selectGalleriesOf, selectJoint } from './store.server'
import { withdrawEntries } from './withdrawals.server'

/** What the clients of a contract chose about the model release, once everyone has signed. */
export interface SignedChoices {
  contractId: string
  /** The contract's. */
  title: string
  uses: readonly ReleaseUse[]
  choices: { signerId: string; name: string; email: string; agrees: boolean; at: number }[]
}

/**
 * Records the releases that clients gave in a contract, in the transaction that completes it. Each covers all
 * galleries that are shared with its client, now and later. One who declines ends what they gave in an earlier
 * version of the contract.
 */
export async function recordSignedReleases(
  deps: WriteDeps & { db: Tx },
  { contractId, title, uses, choices }: SignedChoices,
): Promise<void> {
  if (choices.length === 0) return
  const { db } = deps
  const zone = await readZone({ db })
  // Joint releases are locked before galleries, as where a gallery is shared.
  await lockJoint(
    db,
    (await selectSignedReleases(db, contractId)).map(({ id }) => id),
  )
  const earlier = (await selectSignedReleases(db, contractId)).filter(
    ({ withdrawn_at }) => withdrawn_at === null,
  )
  const galleries = new Map<string, string[]>()
  for (const { email } of choices) galleries.set(email, await selectGalleriesOf(db, email.toLowerCase()))
  const entries = await selectJointEntries(
    db,
    earlier.map(({ id }) => id),
  )
  await lockReleases(db, [
    ...new Set([...[...galleries.values()].flat(), ...entries.map(({ galleryId }) => galleryId)]),
  ])
  for (const { signerId, name, email, agrees, at } of choices) {
    if (!agrees) {
      for (const { id } of earlier.filter(({ email_key }) => email_key === email.toLowerCase()))
        await withdraw(deps, id, { name, title })
      continue
    }
    const id = newId()
    const row = {
      ...{ name, email, email_key: email.toLowerCase(), uses: JSON.stringify(uses) },
      ...{ basis: `Signed in the contract “${title}”`, withdrawn_at: null },
      // At noon, like the dates of other releases.
      given_at: instantOf(dateOf(at, zone), '12:00', zone),
    }
    await insertSignedRelease(db, { ...row, id, signer_id: signerId, contract_id: contractId })
    for (const gallery_id of galleries.get(email) ?? [])
      await insertRelease(db, {
        ...{ ...row, id: newId(), joint_id: id, gallery_id, born_on: null, guardian: '', recorded_by: '' },
      })
    const draft = {
      ...{ name, email, bornOn: null, guardian: '', uses: [...uses], basis: row.basis },
      ...{ givenOn: dateOf(at, zone), everywhere: true },
    }
    await recordAction(deps, {
      action: 'release-recorded',
      subject: subjectOf(draft, { title }),
      changes: changesBetween(undefined, draft),
    })
  }
}

/** Withdraws a signed release and its entries. It and their galleries are locked. */
async function withdraw(
  deps: WriteDeps & { db: Tx },
  id: string,
  { name, title }: { name: string; title: string },
): Promise<void> {
  const { db, clock } = deps
  const entries = (await selectJoint(db, id)).filter(({ withdrawnAt }) => withdrawnAt === null)
  const now = clock.now()
  const takenOff = await withdrawEntries(db, entries, { jointId: id, at: now })
  if (!takenOff) throw new Error('An entry of a locked release has changed.')
  const zone = await readZone({ db })
  await recordAction(deps, {
    action: 'release-withdrawn',
    subject: subjectOf({ name }, { title }),
    changes: [
      { field: 'Withdrawn on', from: '', to: longDate(dateOf(now, zone)) },
      ...unpublishedChange(takenOff),
    ],
  })
}

export type SignedReleaseWithdrawn = { ok: true } | { ok: false; reason: 'missing' | 'not-possible' }

/** Withdraws a signed release that covers no gallery yet. Others are withdrawn with their entries. */
export async function withdrawSignedRelease(
  deps: WriteDeps,
  { contractId, id }: { contractId: string; id: string },
): Promise<SignedReleaseWithdrawn> {
  return await transact(deps.db, async (db): Promise<SignedReleaseWithdrawn> => {
    await lockJoint(db, [id])
    const release = (await selectSignedReleases(db, contractId)).find((each) => each.id === id)
    if (!release) return { ok: false, reason: 'missing' }
    if (release.withdrawn_at !== null || (await selectJoint(db, id)).length > 0)
      return { ok: false, reason: 'not-possible' }
    const title = release.basis.replace(/^.*“(.*)”$/, '$1')
    await withdraw({ ...deps, db }, id, { name: release.name, title })
    return { ok: true }
  })
}

/** The releases that were given in a contract, with the galleries that each covers. */
export async function signedReleasesOf({ db }: { db: Db }, contractId: string) {
  const zone = await readZone({ db })
  const releases = await selectSignedReleases(db, contractId)
  const entries = await selectJointEntries(
    db,
    releases.map(({ id }) => id),
  )
  return releases.map(({ id, signer_id, withdrawn_at }) => ({
    ...{ id, signerId: signer_id },
    withdrawn: withdrawn_at === null ? null : longDate(dateOf(withdrawn_at, zone)),
    galleries: entries
      .filter(({ jointId }) => jointId === id)
      .map(({ galleryId, title, entry }) => ({ id: galleryId, title, entry })),
  }))
}
