import { data, Link, redirect } from 'react-router'
import { EVENT_FIELDS, isStage } from '~/domains/contact-messages/handling'
import { saveEvent } from '~/domains/contact-messages/operations.server'
import { REPLY_FIELDS } from '~/domains/contact-messages/thread/model'
import { draftReply, readThread, sendReply } from '~/domains/contact-messages/thread/operations.server'
import { EventForm, StageForms } from '~/domains/contact-messages/ui/message-forms'
import { ReplyForm } from '~/domains/contact-messages/ui/reply-form'
import { Thread } from '~/domains/contact-messages/ui/thread'
import '~/domains/contact-messages/ui/thread.css'
import '~/domains/contracts/ui/contracts.css'
import { readsReplies } from '~/domains/newsletter/bounces/operations.server'
import { MailStateTag } from '~/domains/outbox/ui/sent-emails'
import { findPersonOf } from '~/domains/people/operations.server'
import { listProposalsAbout } from '~/domains/proposals/reading.server'
import { ProposalLinks } from '~/domains/proposals/ui/proposal-list'
import { findMessage, markMessage } from '~/domains/today/inbox.server'
import { isInboxKind, type WholeMessage } from '~/domains/today/model'
import { MessageState } from '~/domains/today/ui/inbox'
import { type IntentOutcome, readForm, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { FactList } from '~/ui/studio/fact-list'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useLastAnswer } from '~/ui/studio/use-refresh'
import type { Route } from './+types/message'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const message = isInboxKind(params.kind) ? await findMessage(at, params.kind, params.message) : undefined
  if (!message) throw data(null, { status: 404 })
  const template = new URL(request.url).searchParams.get('template') ?? ''
  return {
    message,
    person: role === 'owner' ? await findPersonOf(at, message.email) : undefined,
    thread: message.inquiry ? await readThread(at, message.id) : [],
    returns: await readsReplies(at),
    proposals: message.inquiry ? await listProposalsAbout(at, { message: message.id }) : [],
    draft: message.inquiry ? await draftReply(at, message.id, template) : undefined,
  }
}

export async function action({ request, params: { kind, message: id }, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request) }
  const read = await readForm(request)
  if (!read.ok) throw data(read.sentence, { status: read.status })
  const { form } = read
  const intent = form.get('intent')
  if (!isInboxKind(kind)) throw data(null, { status: 404 })
  if (intent === 'event' && kind === 'messages') {
    const sent = sentValues(EVENT_FIELDS, form)
    const saved = await saveEvent(at, id, { sent, version: Number(form.get('version')) })
    if (!saved.ok) return refuseRecord<IntentOutcome>(saved, { intent, values: sent })
    throw redirect(studioPaths.message(kind, id), 303)
  }
  if (intent === 'reply' && kind === 'messages') {
    const [once, sent] = [form.get('once'), sentValues(REPLY_FIELDS, form)]
    const replied = await sendReply(at, id, { once, sent })
    if (replied.ok) throw redirect(studioPaths.message(kind, id), 303)
    const values = { ...sent, once }
    if (replied.reason === 'no-server')
      return data<IntentOutcome>({ intent, sentence: NOT_SENDING, errors: {}, values }, 409)
    return refuseRecord<IntentOutcome>(replied, { intent, values })
  }
  if (!isStage(intent)) throw data(BROKEN_FORM, { status: 422 })
  const reason = form.get('reason')
  const marked = await markMessage(at, kind, id, intent, reason)
  if (!marked.ok) return refuseRecord<IntentOutcome>(marked, { intent, values: { reason } })
  if (form.get('inPlace') === 'yes') return { state: intent }
  throw redirect(studioPaths.message(kind, id), 303)
}

const NOT_SENDING = 'Not sent: this site can’t send email yet. Copy your text into your email program.'

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.message.title ?? 'Message')

export default function MessagePage({ loaderData, actionData }: Route.ComponentProps) {
  const { message, person, thread, draft, returns, proposals } = loaderData
  const { from, title, email, facts, text, replySubject, received, inquiry } = message
  const last = useLastAnswer(actionData)
  const outcome = last && 'errors' in last ? last : undefined
  return (
    <>
      <StudioHead title={from} up={{ label: 'Inbox', to: studioPaths.inbox() }} />
      <article className="st-sheet">
        <div className="st-sheet__h">
          <h2 className="t3">{title}</h2>
          <MessageState message={message} />
          <span className="mono ink3">{received}</span>
        </div>
        <FactList facts={person ? facts.map((fact) => leadingTo(fact, message, person)) : facts} />
        {text === '' ? null : <p className="st-text">{text}</p>}
        <StageNote message={message} />
        <div className="st-act">
          {draft ? (
            <a className="btn" href="#reply">
              Reply
            </a>
          ) : (
            <a className="btn" href={`mailto:${email}?subject=${encodeURIComponent(replySubject)}`}>
              Reply by email
            </a>
          )}
          {inquiry ? (
            <ButtonLink to={studioPaths.newBooking({ inquiry: message.id })} variant="line">
              Make a booking
            </ButtonLink>
          ) : null}
          {inquiry ? (
            <ButtonLink to={studioPaths.newProposal({ message: message.id })} variant="line">
              New proposal
            </ButtonLink>
          ) : null}
        </div>
        <ProposalLinks proposals={proposals} />
        <div className="st-act">
          <StageForms message={message} outcome={outcome} />
          <EventForm message={message} outcome={outcome} />
        </div>
      </article>
      <Thread entries={thread} stateTag={(state) => <MailStateTag state={state} isOutOfDate={false} />} />
      {draft ? (
        <ReplyForm
          key={thread.length}
          message={message}
          draft={draft}
          returns={returns}
          outcome={outcome?.intent === 'reply' ? outcome : undefined}
        />
      ) : null}
    </>
  )
}

/** Who answered, why it is lost, and the booking made from it. */
function StageNote({ message: { answer, stage, inquiry } }: { message: WholeMessage }) {
  if (!answer) return null
  return (
    <p className="ink2">
      Marked as answered by {answer.by || 'the studio'}, {answer.when}.
      {stage === 'lost' && inquiry ? ` Lost: ${inquiry.lostReason}.` : null}
      {stage === 'booked' && inquiry?.bookingId ? (
        <>
          {' '}
          <Link to={studioPaths.booking(inquiry.bookingId)}>View booking</Link>
        </>
      ) : null}
    </p>
  )
}

/** Whether a fact is linked to the sender's record: the name, or the email in forms without a name. */
const leadingTo = (fact: { label: string; value: string }, message: { kind: string }, person: string) =>
  fact.label === (message.kind === 'do-not-sell' ? 'Email' : 'Name')
    ? { ...fact, to: studioPaths.client(person) }
    : fact
