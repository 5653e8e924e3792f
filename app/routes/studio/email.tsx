import { data, Form, redirect } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { discardWaitingMail, findMail, retryMail, sendWaitingMail } from '~/domains/outbox/sent-emails.server'
import { DiscardMail, MailStateTag } from '~/domains/outbox/ui/sent-emails'
import { findPersonOf } from '~/domains/people/operations.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { useSendsMail } from '~/ui/sends-mail'
import { FactList } from '~/ui/studio/fact-list'
import { NotSent } from '~/ui/studio/no-mail-server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useIsOwner } from '~/ui/studio/use-is-owner'
import type { Route } from './+types/email'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const { studio } = await readSettings(at)
  const mail = await findMail(at, params.mail, studio.timeZone)
  if (!mail) throw data(null, { status: 404 })
  const { html: _shownInItsFrame, ...shown } = mail
  return { mail: shown, person: role === 'owner' ? await findPersonOf(at, mail.to.email) : undefined }
}

/** Retries a failed email, sends one that waits for a mail server, or discards it. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) throw data(null, { status: read.status })
  switch (read.form.get('intent')) {
    case 'send':
      await sendWaitingMail(at, params.mail)
      break
    case 'discard':
      requireStudio(context, request, { owner: true })
      await discardWaitingMail(at, params.mail)
      break
    default:
      if (!(await retryMail(at, params.mail)).ok) throw data(null, { status: 404 })
  }
  throw redirect(studioPaths.email(params.mail), 303)
}

const CALENDAR_WORDS = {
  REQUEST: 'Includes a calendar entry',
  CANCEL: 'Includes a calendar cancellation',
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData?.mail.subject ?? 'Sent email')

export default function SentEmail({ loaderData: { mail, person } }: Route.ComponentProps) {
  const sendsMail = useSendsMail()
  const isOwner = useIsOwner()
  const facts = [
    {
      label: 'To',
      value: mail.to.name === '' ? mail.to.email : `${mail.to.name} <${mail.to.email}>`,
      ...(person && { to: studioPaths.client(person) }),
    },
    ...(mail.replyTo ? [{ label: 'Replies to', value: mail.replyTo }] : []),
    ...(mail.calendarMethod ? [{ label: 'Calendar', value: CALENDAR_WORDS[mail.calendarMethod] }] : []),
    { label: 'Created', value: mail.created },
    ...(mail.sent ? [{ label: 'Sent', value: mail.sent }] : []),
    ...(mail.failure
      ? [{ label: mail.state === 'queued' ? 'Reason for waiting' : 'Reason not sent', value: mail.failure }]
      : []),
  ]
  return (
    <>
      <StudioHead title={mail.subject} up={{ label: 'Sent emails', to: studioPaths.emails() }}>
        {mail.state === 'failed' && !mail.isOutOfDate ? (
          <Form method="post">
            <button type="submit" className="btn">
              Try again
            </button>
          </Form>
        ) : null}
        {mail.state === 'waiting' && sendsMail && !mail.isOutOfDate ? (
          <Form method="post">
            <button type="submit" className="btn" name="intent" value="send">
              Send email
            </button>
          </Form>
        ) : null}
      </StudioHead>
      <article className="st-sheet st-sheet--wide">
        <div className="st-sheet__h">
          <MailStateTag {...mail} />
        </div>
        {mail.state === 'waiting' ? <NotSent /> : null}
        {mail.state === 'waiting' && isOwner ? (
          <DiscardMail count={1} label="Discard email" intent="discard" />
        ) : null}
        {mail.isOutOfDate && mail.state !== 'not-sent' ? (
          <p className="note">Out of date: what it’s about is over, or its links have expired.</p>
        ) : null}
        <FactList facts={facts} />
        <h2 className="st-h2">Preview</h2>
        <iframe
          className="st-mail"
          title="Email preview"
          sandbox=""
          loading="lazy"
          src={studioPaths.emailPreview(mail.id)}
        />
        <h2 className="st-h2">Plain text</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys */}
        <section className="st-plain" tabIndex={0} aria-label="Plain-text email">
          <pre>{mail.text}</pre>
        </section>
      </article>
    </>
  )
}
