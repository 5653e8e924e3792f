import { data, redirect } from 'react-router'
import { TOO_LONG } from '~/domains/contracts/fields'
import { DRAFT_FIELDS } from '~/domains/contracts/model'
import {
  removeDraft,
  replaceSigningLink,
  saveContract,
  sendContract,
  withdrawContract,
} from '~/domains/contracts/operations.server'
import { readContract } from '~/domains/contracts/reading.server'
import { turnContractReminder } from '~/domains/contracts/reminders.server'
import { ContractForm } from '~/domains/contracts/ui/contract-form'
import { ContractStateTag } from '~/domains/contracts/ui/contract-list'
import {
  ChangeLink,
  ContractHistory,
  DraftPreview,
  SentVersion,
} from '~/domains/contracts/ui/contract-record'
import { withdrawSignedRelease } from '~/domains/galleries/releases/signed-releases.server'
import { type FormFields, type IntentOutcome, readForm, sentValues } from '~/platform/http/forms.server'
import { requireStudio, type StudioScope } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { FormRefusal } from '~/ui/form-refusal'
import { FactList } from '~/ui/studio/fact-list'
import { SavedNote } from '~/ui/studio/saved-note'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/contracts/ui/contracts.css'
import type { Route } from './+types/contract'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const contract = await readContract(context.get(scope), params.contract)
  if (!contract) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const isChanging = !contract.sent || contract.isChanged || query.has('change')
  const done = query.get('done') ?? ''
  const news = Object.hasOwn(DONE, done) ? (DONE[done] ?? null) : null
  return { contract, isChanging, isOwner: role === 'owner', done: news }
}

const DONE: Record<string, string> = {
  saved: 'Saved. Check the preview below before you send it.',
  sent: 'Sent. We’ll tell you on this page who has opened and signed it.',
  withdrawn: 'Withdrawn. The clients who were asked get an email.',
  release: 'Withdrawn. Photos of this client need another release before you can publish them.',
  'reminder-off': 'We won’t remind your client of the last day.',
  'reminder-on': 'We’ll remind your client of the last day.',
  renewed: 'We’re emailing a new link. The old one no longer works.',
}

export async function action({ request, params: { contract: id }, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request) }
  const read = await readForm(request, { limit: LONGEST })
  if (!read.ok) throw data(read.sentence, { status: read.status })
  const { form } = read
  const intent = form.get('intent')
  const version = Number(form.get('version'))
  switch (intent) {
    case 'save': {
      const sent = sentValues(DRAFT_FIELDS, form)
      const saved = await saveContract(at, id, { sent, version })
      if (!saved.ok) return refuseRecord<IntentOutcome>(saved, { intent, values: sent })
      throw redirect(studioPaths.contract(id, { done: 'saved', change: 'yes' }), 303)
    }
    case 'send':
      return await send(at, id, version)
    case 'renew':
    case 'withdraw':
      return await answerChange(at, id, form, intent)
    case 'reminder-off':
    case 'reminder-on':
      if (!(await turnContractReminder(at, id, intent === 'reminder-off'))) throw data(null, { status: 404 })
      throw redirect(studioPaths.contract(id, { done: intent }), 303)
    case 'withdraw-release': {
      const withdrawn = await withdrawSignedRelease(at, { contractId: id, id: form.get('release') })
      if (withdrawn.ok) throw redirect(studioPaths.contract(id, { done: 'release' }), 303)
      if (withdrawn.reason === 'missing') throw data(null, { status: 404 })
      return refuse(intent, NOT_POSSIBLE)
    }
    case 'remove': {
      requireStudio(context, request, { owner: true })
      const removed = await removeDraft(at, id, version)
      if (!removed.ok) return refuseRecord<IntentOutcome>(removed, { intent, values: {} }, JUST_CHANGED)
      throw redirect(studioPaths.contracts(), 303)
    }
    default:
      throw data(BROKEN_FORM, { status: 422 })
  }
}

/** Bytes of a form with a contract's text. */
const LONGEST = 512 * 1024

async function send(at: StudioScope, id: string, version: number) {
  const sent = await sendContract(at, id, version)
  if (sent.ok) throw redirect(studioPaths.contract(id, { done: 'sent' }), 303)
  switch (sent.reason) {
    case 'missing':
    case 'changed-since':
      return refuseRecord<IntentOutcome>(
        { ok: false, reason: sent.reason },
        { intent: 'send', values: {} },
        JUST_CHANGED,
      )
    case 'missing-values':
      return refuse(
        'send',
        `Not sent: there’s no value for ${sent.missing.join(', ')}. Write it into the text.`,
      )
    case 'too-long':
      return refuse('send', `Not sent. ${TOO_LONG}.`)
    case 'no-signers':
      return refuse(
        'send',
        'Not sent: fill in the title, the text, and everyone’s name and email, then save.',
      )
    case 'no-server':
      return refuse('send', 'Not sent: this site can’t send email yet. Set up a mail server in Settings.')
  }
}

async function answerChange(at: StudioScope, id: string, form: FormFields, what: 'renew' | 'withdraw') {
  const changed =
    what === 'renew'
      ? await replaceSigningLink(at, id, form.get('signer'))
      : await withdrawContract(at, id, Number(form.get('number')))
  if (changed.ok)
    throw redirect(studioPaths.contract(id, { done: what === 'renew' ? 'renewed' : 'withdrawn' }), 303)
  if (changed.reason === 'missing') throw data(null, { status: 404 })
  return refuse(what, NOT_POSSIBLE)
}

const NOT_POSSIBLE = 'That’s no longer possible. Here’s the contract as it is now.'

const refuse = (intent: string, sentence: string) =>
  data<IntentOutcome>({ intent, sentence, errors: {}, values: {} }, 409)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData?.contract.title ?? 'Contract')

export default function ContractPage({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { contract, isChanging, isOwner, done } = loaderData
  const { title, booking, sent, state, id } = contract
  const saving = outcome?.intent === 'save' ? outcome : undefined
  return (
    <>
      <StudioHead title={title} up={{ label: 'Contracts', to: studioPaths.contracts() }}>
        <ContractStateTag state={state} />
        {isChanging ? null : <ChangeLink id={id} />}
      </StudioHead>
      <div className="cat-page ctr-page">
        {outcome && !saving ? <FormRefusal outcome={outcome} /> : null}
        {outcome ? null : <SavedNote>{done}</SavedNote>}
        {booking ? (
          <div className="st-sheet">
            <FactList
              facts={[{ label: 'Booking', value: booking.label, to: studioPaths.booking(booking.id) }]}
            />
          </div>
        ) : null}
        {sent ? <SentVersion contract={contract} sent={sent} /> : null}
        {isChanging ? (
          <>
            <ContractForm key={contract.version} contract={contract} outcome={saving} />
            <DraftPreview contract={contract} isOwner={isOwner} />
          </>
        ) : null}
        {sent ? <ContractHistory contract={contract} /> : null}
      </div>
    </>
  )
}
