import { data, redirect } from 'react-router'
import { findPersonOf } from '~/domains/people/operations.server'
import { findMessage, markMessage } from '~/domains/today/inbox.server'
import { isInboxKind } from '~/domains/today/model'
import { AnswerForm, MessageState } from '~/domains/today/ui/inbox'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { FactList } from '~/ui/studio/fact-list'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/message'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const message = isInboxKind(params.kind) ? await findMessage(at, params.kind, params.message) : undefined
  if (!message) throw data(null, { status: 404 })
  return { message, person: role === 'owner' ? await findPersonOf(at, message.email) : undefined }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const form = await readForm(request)
  if (!form.ok) throw data(form.sentence, { status: form.status })
  const to = form.form.get('intent')
  if (to !== 'answered' && to !== 'waiting') throw data(BROKEN_FORM, { status: 422 })
  const marked = isInboxKind(params.kind)
    ? await markMessage({ ...context.get(scope), author }, params.kind, params.message, to)
    : { ok: false }
  if (!marked.ok) throw data(null, { status: 404 })
  if (form.form.get('inPlace') === 'yes') return { state: to }
  throw redirect(studioPaths.message(params.kind, params.message), 303)
}

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.message.title ?? 'Message')

export default function MessagePage({ loaderData: { message, person } }: Route.ComponentProps) {
  const { from, title, email, facts, text, replySubject, received, answer } = message
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
        {answer ? (
          <p className="ink2">
            Marked as answered by {answer.by || 'the studio'}, {answer.when}.
          </p>
        ) : null}
        <div className="st-act">
          <a className="btn" href={`mailto:${email}?subject=${encodeURIComponent(replySubject)}`}>
            Reply by email
          </a>
          <AnswerForm message={message} />
        </div>
      </article>
    </>
  )
}

/** Whether a fact is linked to the sender's record: the name, or the email in forms without a name. */
const leadingTo = (fact: { label: string; value: string }, message: { kind: string }, person: string) =>
  fact.label === (message.kind === 'do-not-sell' ? 'Email' : 'Name')
    ? { ...fact, to: studioPaths.client(person) }
    : fact
