import { expect, test } from 'vitest'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { deleteUnsignedProposals } from './retention.server'

const OLD = 1_000
const BEFORE = 2_000
const LATER = 3_000

interface Made {
  email?: string
  createdAt?: number
  expiresAt?: number
  signedAt?: number
}

/** Adds a proposal, sent if it expires, with the contract that its client chose. @returns the contract's id */
async function propose(db: Db, { email = 'ann@example.com', createdAt = OLD, expiresAt, signedAt }: Made) {
  const [id, contract, version] = [newId(), newId(), newId()]
  const text = { title: 'Your wedding', body: '', signers: '[]', late_fee: null }
  await db
    .insertInto('contracts')
    .values({ ...text, id: contract, booking_id: null, created_at: OLD })
    .execute()
  await db
    .insertInto('contract_versions')
    .values({
      ...{ id: version, contract_id: contract, number: 1, title: '', text: '', sha256: '', sent_at: OLD },
      ...{ expires_at: OLD, ended_at: null, ended_as: null, completed_at: null, pdf: null, pdf_sha256: null },
    })
    .execute()
  await db
    .insertInto('contract_signers')
    .values({
      ...{
        id: newId(),
        version_id: version,
        position: 0,
        role: 'client',
        name: 'Ann',
        email,
        email_key: email,
      },
      ...{ asked_at: null, viewed_at: null, signed_at: signedAt ?? null },
      ...{ code_hash: null, code_expires_at: null },
    })
    .execute()
  await db
    .insertInto('proposals')
    .values({
      ...{ id, booking_id: null, contact_message_id: null, contract_id: contract, document: '{}' },
      ...{ email_key: email, created_at: createdAt },
    })
    .execute()
  if (expiresAt !== undefined)
    await db
      .insertInto('proposal_versions')
      .values({
        ...{ id: newId(), proposal_id: id, number: 1, document: '{}', sent_at: OLD, expires_at: expiresAt },
        ...{ ended_at: null, ended_as: null, viewed_at: null, choice: null, chosen_at: null },
        ...{ contract_version_id: version, signed_at: signedAt ?? null, snapshot: null },
      })
      .execute()
  return contract
}

const contractsOf = async (db: Db, table: 'proposals' | 'contracts') =>
  table === 'contracts'
    ? (await db.selectFrom('contracts').select('id').execute()).map(({ id }) => id)
    : (await db.selectFrom('proposals').select('contract_id').execute()).map(({ contract_id }) => contract_id)

describeOnBothEngines('retention of proposals', (open) => {
  test('deletes old ones that no one signed, with their contracts, and no other', async () => {
    const { db } = await open()
    await propose(db, {})
    await propose(db, { expiresAt: OLD })
    const kept = [
      await propose(db, { expiresAt: OLD, signedAt: OLD }),
      await propose(db, { expiresAt: LATER }),
      await propose(db, { createdAt: BEFORE, expiresAt: LATER }),
      await propose(db, { createdAt: BEFORE }),
      // Without a client, it says nothing about anyone.
      await propose(db, { email: '' }),
    ].toSorted()
    expect(await deleteUnsignedProposals({ db }, BEFORE, 1)).toBe(1)
    expect(await deleteUnsignedProposals({ db }, BEFORE, 10)).toBe(1)
    expect(await deleteUnsignedProposals({ db }, BEFORE, 10)).toBe(0)
    expect((await contractsOf(db, 'proposals')).toSorted()).toEqual(kept)
    expect((await contractsOf(db, 'contracts')).toSorted()).toEqual(kept)
  })

  test('keeps a contract that someone has signed, even without its proposal', async () => {
    const { db } = await open()
    const contract = await propose(db, { expiresAt: OLD })
    await db.updateTable('contract_signers').set({ signed_at: OLD }).execute()
    expect(await deleteUnsignedProposals({ db }, BEFORE, 10)).toBe(1)
    expect(await contractsOf(db, 'contracts')).toEqual([contract])
  })
})
