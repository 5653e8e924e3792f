import { data, redirect } from 'react-router'
import { ARRANGED, moveRow } from '~/domains/content/rows/fields'
import { sentFields } from '~/domains/content/rows/row-form'
import { RemoveForm, RemoveLink, RowForm, useDirty } from '~/domains/content/ui/row-form'
import { ContractText } from '~/domains/contracts/ui/contract-text'
import {
  removeProposal,
  replaceProposalLink,
  saveProposal,
  sendProposal,
  startProposal,
  withdrawProposal,
} from '~/domains/proposals/operations.server'
import { proposalForm } from '~/domains/proposals/proposal-form'
import { readProposal } from '~/domains/proposals/reading.server'
import { turnProposalReminder } from '~/domains/proposals/reminders.server'
import { ProposalStateTag } from '~/domains/proposals/ui/proposal-list'
import { Button, ProposalPreview, SentProposalRecord } from '~/domains/proposals/ui/proposal-record'
import { type FormFields, type IntentOutcome, readForm } from '~/platform/http/forms.server'
import { requireStudio, type StudioScope } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { SavedNote } from '~/ui/studio/saved-note'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import '~/domains/contracts/ui/contracts.css'
import '~/domains/proposals/ui/proposal.css'
import type { Route } from './+types/proposal'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const author = requireStudio(context, request)
  const proposal = await readProposal(context.get(scope), params.proposal, author.name)
  if (!proposal) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const mayRemove = author.role === 'owner' && proposal.state === 'draft'
  const isRemoving = mayRemove && query.has('remove')
  return { proposal, mayRemove, isRemoving, done: DONE[query.get('done') ?? ''] ?? null }
}

const DONE: Record<string, string> = {
  saved: 'Saved. Check the preview below before you send it.',
  sent: 'Sent. You’ll see here when your client opens, chooses, signs and pays.',
  withdrawn: 'Withdrawn. Your client gets an email.',
  renewed: 'We’re emailing a new link. The old one no longer works.',
  'reminder-off': 'We won’t remind your client of the last day.',
  'reminder-on': 'We’ll remind your client of the last day.',
}

export async function action({ request, params: { proposal: id }, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request) }
  const read = await readForm(request, { limit: LONGEST })
  if (!read.ok) throw data(read.sentence, { status: read.status })
  const { form } = read
  const intent = form.get('intent')
  const version = Number(form.get('version'))
  switch (intent) {
    case 'save':
      return await save(at, id, form)
    case 'send':
      return await send(at, id, version)
    case 'renew':
    case 'withdraw':
      return await answerChange(at, id, form, intent)
    case 'reminder-off':
    case 'reminder-on':
      if (!(await turnProposalReminder(at, id, intent === 'reminder-off'))) throw data(null, { status: 404 })
      throw redirect(studioPaths.proposal(id, { done: intent }), 303)
    case 'copy': {
      const from = { proposal: id, booking: '', message: '', client: '', service: '' }
      const started = await startProposal(at, from)
      if (!started.ok) throw data(null, { status: 404 })
      throw redirect(studioPaths.proposal(started.id), 303)
    }
    case 'remove': {
      requireStudio(context, request, { owner: true })
      const removed = await removeProposal(at, id, version)
      if (!removed.ok) return refuseRecord<IntentOutcome>(removed, { intent, values: {} }, JUST_CHANGED)
      throw redirect(studioPaths.proposals(), 303)
    }
    default:
      return await arrange(at, id, form)
  }
}

/** Bytes of a form with a proposal's texts. */
const LONGEST = 256 * 1024

/** The form of a proposal. @throws 404 */
async function formOf(at: StudioScope, id: string) {
  const proposal = await readProposal(at, id, at.author.name)
  if (!proposal) throw data(null, { status: 404 })
  return proposalForm(proposal.choices)
}

async function save(at: StudioScope, id: string, form: FormFields) {
  const sent = sentFields(await formOf(at, id), form)
  const saved = await saveProposal(at, id, { sent, version: Number(form.get('version')) })
  if (!saved.ok) return refuseRecord<IntentOutcome>(saved, { intent: 'save', values: sent })
  throw redirect(`${studioPaths.proposal(id, { done: 'saved' })}#preview`, 303)
}

async function arrange(at: StudioScope, id: string, form: FormFields) {
  const fields = await formOf(at, id)
  const moved = moveRow(fields, sentFields(fields, form), form.get('intent'))
  if (!moved) throw data(BROKEN_FORM, { status: 422 })
  return data<IntentOutcome>({ intent: ARRANGED, errors: {}, ...moved })
}

async function send(at: StudioScope, id: string, version: number) {
  const sent = await sendProposal(at, id, version)
  if (sent.ok) throw redirect(studioPaths.proposal(id, { done: 'sent' }), 303)
  switch (sent.reason) {
    case 'missing':
    case 'changed-since':
      return refuseRecord<IntentOutcome>(
        { ok: false, reason: sent.reason },
        { intent: 'send', values: {} },
        JUST_CHANGED,
      )
    case 'not-ready':
      return refuse('send', `Not sent. ${sent.problems.join(' ')}`)
    case 'signed':
      return refuse(
        'send',
        'Not sent: your client has signed. Duplicate the proposal to offer something else.',
      )
    case 'no-server':
      return refuse('send', 'Not sent: this site can’t send email yet. Set up a mail server in Settings.')
  }
}

async function answerChange(at: StudioScope, id: string, form: FormFields, what: 'renew' | 'withdraw') {
  const changed =
    what === 'renew'
      ? await replaceProposalLink(at, id)
      : await withdrawProposal(at, id, Number(form.get('number')))
  if (changed.ok)
    throw redirect(studioPaths.proposal(id, { done: what === 'renew' ? 'renewed' : 'withdrawn' }), 303)
  if (changed.reason === 'missing') throw data(null, { status: 404 })
  return refuse(what, 'That’s no longer possible. Here’s the proposal as it is now.')
}

const refuse = (intent: string, sentence: string) =>
  data<IntentOutcome>({ intent, sentence, errors: {}, values: {} }, 409)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData?.proposal.title ?? 'Proposal')

export default function ProposalRoom({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { proposal, mayRemove, isRemoving, done } = loaderData
  const { id, title, state, version, values, choices } = proposal
  const arranged = outcome?.intent === ARRANGED ? JSON.stringify(outcome.values) : ''
  const saving = arranged || outcome?.intent === 'save' ? outcome : undefined
  const dirty = useDirty(saving)
  return (
    <>
      <StudioHead title={title} up={{ label: 'Proposals', to: studioPaths.proposals() }}>
        <ProposalStateTag state={state} />
        <Button intent="copy" fields={{}}>
          Duplicate
        </Button>
      </StudioHead>
      <div className="cat-page ctr-page">
        {isRemoving ? (
          <RemoveForm title={`“${title}”`} version={version} back={studioPaths.proposal(id)}>
            <p>It was never sent. You can’t undo this.</p>
          </RemoveForm>
        ) : null}
        {outcome && !saving ? <FormRefusal outcome={outcome} /> : null}
        {outcome ? null : <SavedNote>{done}</SavedNote>}
        <SentProposalRecord proposal={proposal} />
        {state === 'signed' ? null : (
          <>
            <RowForm
              key={arranged || `${version}`}
              fields={proposalForm(choices)}
              submit="Save and preview"
              {...{ values, version, dirty, outcome: saving }}
            />
            <ProposalPreview
              proposal={proposal}
              contract={
                <ContractText
                  blocks={proposal.preview?.contract ?? []}
                  initials={() => <p className="ink2">The client’s initials go here.</p>}
                  release={<p className="ink2">The client chooses here whether they agree.</p>}
                />
              }
            />
          </>
        )}
        {mayRemove && !isRemoving ? (
          <RemoveLink to={studioPaths.proposal(id, { remove: 'ask' })}>Delete</RemoveLink>
        ) : null}
        <LeaveGuard isDirty={dirty.isDirty} />
      </div>
    </>
  )
}
