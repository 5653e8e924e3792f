import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Tx } from '~/platform/db/database.server'
import { type FilledDraft, fillDraft } from './draft.server'
import { draftSchema } from './draft-form'
import { type DraftSigner, draftValues } from './model'
import { isOpen, signingToken } from './operations.server'
import { joinBooking, prepareContract } from './prepared.server'
import { lockContract, type SignerRow, selectContract, selectSigners, selectVersions } from './store.server'
import { readContractTemplate } from './templates/operations.server'

interface Deps {
  db: Tx
  clock: Clock
  config: Pick<Config, 'secret'>
}

/** A contract that a booking requires. */
interface RequiredContract {
  bookingId: string
  client: { name: string; email: string }
  /** Ids; `contract` is null until its client opens it. */
  template: string
  contract: string | null
}

export type RequiredOpened =
  /** `token`: of the client's link. */
  | { ok: true; contractId: string; token: string }
  /** Fields of the text without a value, and whether the signers are complete. */
  | { ok: false; reason: 'incomplete'; missing: string[] }

/** Lets a client sign what their booking requires: what was sent before if it's still open, else the text as it is now. */
export async function openRequired(deps: Deps, required: RequiredContract): Promise<RequiredOpened> {
  const { db } = deps
  const { contract, client } = required
  if (contract !== null) {
    await lockContract(db, contract)
    const open = await openSigner(deps, contract, client.email)
    if (open) return { ok: true, contractId: contract, token: signingToken(deps, open) }
  }
  const { studio } = await readSettings({ db })
  const filled = await fillRequired(deps, required, { name: studio.name, email: studio.email })
  if (!filled) return { ok: false, reason: 'incomplete', missing: [] }
  const isComplete = draftSchema().safeParse(draftValues(filled.title, 'text', filled.signers)).success
  if (filled.missing.length > 0 || filled.isTooLong || !isComplete)
    return { ok: false, reason: 'incomplete', missing: filled.missing }
  const prepared = await prepareContract(deps, contract, { filled, timeZone: studio.timeZone })
  await joinBooking(deps, prepared, required.bookingId)
  const [signer] = await selectSigners(db, [prepared.versionId])
  if (!signer) throw new Error('A contract that was just prepared has no signer.')
  return { ok: true, contractId: prepared.contractId, token: signingToken(deps, signer) }
}

/** The client who can sign a contract's newest version now. */
async function openSigner(
  { db, clock }: Deps,
  contractId: string,
  email: string,
): Promise<SignerRow | undefined> {
  const [latest] = await selectVersions(db, contractId)
  if (!latest || !isOpen(latest) || latest.expires_at <= clock.now()) return undefined
  return (await selectSigners(db, [latest.id])).find(
    ({ role, email_key }) => role === 'client' && email_key === email.toLowerCase(),
  )
}

async function fillRequired(
  deps: Deps,
  { bookingId, client, template, contract }: RequiredContract,
  studio: { name: string; email: string },
): Promise<FilledDraft | undefined> {
  const { db } = deps
  const draft = contract === null ? undefined : await selectContract(db, contract)
  if (draft) return await fillDraft(deps, { ...draft, booking_id: bookingId })
  const found = await readContractTemplate({ db }, template)
  const signers: DraftSigner[] = [
    { role: 'client', ...client },
    { role: 'studio', ...studio },
  ]
  return (
    found &&
    (await fillDraft(deps, {
      ...{ booking_id: bookingId, title: found.name, body: found.values.body ?? '' },
      signers: JSON.stringify(signers),
      late_fee: found.lateFee ? JSON.stringify(found.lateFee) : null,
    }))
  )
}
