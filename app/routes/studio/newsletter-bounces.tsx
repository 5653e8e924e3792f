import { data, redirect } from 'react-router'
import { MAILBOX_FIELDS } from '~/domains/newsletter/bounces/model'
import {
  readBounceMailbox,
  removeBounceMailbox,
  saveBounceMailbox,
} from '~/domains/newsletter/bounces/operations.server'
import {
  makeBounceWebhook,
  readBounceWebhook,
  removeBounceWebhook,
} from '~/domains/newsletter/bounces/webhook.server'
import { BounceMailboxForm } from '~/domains/newsletter/ui/bounce-mailbox-form'
import { BounceWebhookForm } from '~/domains/newsletter/ui/bounce-webhook-form'
import { readForm, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, CONFLICT } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { SavedNote } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/newsletter-bounces'

const DONE = {
  saved: 'Saved. We opened the mailbox, and read new reports and replies every 10 minutes.',
  removed: 'Removed. We no longer read reports and replies.',
  made: 'Your new URL is ready. Enter it at your email provider.',
  revoked: 'Deleted. The URL no longer works.',
}
type Done = keyof typeof DONE

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const done = new URL(request.url).searchParams.get('done') ?? ''
  return {
    mailbox: await readBounceMailbox(context.get(scope)),
    webhook: await readBounceWebhook(context.get(scope)),
    done: Object.hasOwn(DONE, done) ? DONE[done as Done] : null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request, { owner: true }) }
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const { form } = read
  const version = Number(form.get('version'))
  if (form.get('intent') === 'remove') {
    if (await removeBounceMailbox(at, version)) throw redirectDone('removed')
    return refuse(409, { sentence: CONFLICT, errors: {}, values: {} })
  }
  if (form.get('intent') === 'make-address') {
    if (await makeBounceWebhook(at, version)) throw redirectDone('made')
    return refuse(409, { sentence: CONFLICT, errors: {}, values: {} })
  }
  if (form.get('intent') === 'delete-address') {
    if (await removeBounceWebhook(at, version)) throw redirectDone('revoked')
    return refuse(409, { sentence: CONFLICT, errors: {}, values: {} })
  }
  if (form.get('intent') !== 'save') throw data(BROKEN_FORM, { status: 422 })
  const sent = sentValues(MAILBOX_FIELDS, form)
  const saved = await at.aside(() => saveBounceMailbox(at, { sent, version }))
  if (saved.ok) throw redirectDone('saved')
  const { password: _, ...values } = sent
  switch (saved.reason) {
    case 'refused':
      return refuse(422, { errors: saved.errors, values })
    case 'failed':
      return refuse(422, { sentence: `Not saved. ${saved.sentence}`, errors: {}, values })
    case 'changed-since':
      return refuse(409, { sentence: CONFLICT, errors: {}, values })
  }
}

const redirectDone = (done: Done) => redirect(studioPaths.newsletterBounces({ done }), 303)

const refuse = (status: number, outcome: FormOutcome<string>) => data(outcome, status)

export const meta: Route.MetaFunction = () => studioMeta('Bounces')

export default function NewsletterBounces({ loaderData, actionData }: Route.ComponentProps) {
  const { mailbox, webhook, done } = loaderData
  return (
    <>
      <StudioHead title="Bounces" />
      <SectionTabs />
      {actionData ? null : <SavedNote>{done}</SavedNote>}
      <p className="st-sheet ink2">
        When a subscriber’s mailbox no longer exists, its mail server returns your email with a report. We
        read these reports from your sender mailbox. We stop the newsletter for mailboxes that don’t exist,
        and for people who marked it as spam. Full mailboxes and other refusals don’t stop it. Some older
        servers return an email without a report that we can read. It stays in your mailbox, so look there now
        and then. We also read replies to the messages in your inbox, and show them there. We change and
        delete nothing in the mailbox, and read no other messages.
      </p>
      {mailbox?.failure ? (
        <p className="note note--stop" role="status">
          {mailbox.failure}
        </p>
      ) : null}
      {mailbox?.isLocked ? (
        <p className="note note--stop" role="status">
          The saved password was encrypted with another secret. Enter it again.
        </p>
      ) : null}
      {mailbox?.readAt && !mailbox.failure ? <p className="st-sheet">Last read: {mailbox.readAt}.</p> : null}
      <BounceMailboxForm key={mailbox?.version ?? 0} mailbox={mailbox} outcome={actionData} />
      <BounceWebhookForm webhook={webhook} />
    </>
  )
}
