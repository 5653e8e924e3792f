import { data, redirect } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { MAIL_STATES } from '~/domains/outbox/model'
import {
  countWaitingMail,
  discardWaitingMail,
  listMail,
  sendWaitingMail,
} from '~/domains/outbox/sent-emails.server'
import { MailTable, WaitingMailPanel } from '~/domains/outbox/ui/sent-emails'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { NextPage } from '~/ui/studio/next-page'
import { SavedNote } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/emails'

const SEARCH_MAX = 100

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const { searchParams } = new URL(request.url)
  const state = MAIL_STATES.find((each) => each === searchParams.get('state')) ?? null
  const search = (searchParams.get('search') ?? '').trim().slice(0, SEARCH_MAX)
  const { studio } = await readSettings(at)
  const query = { state, search, before: searchParams.get('before') }
  const [listed, waiting] = await Promise.all([
    listMail(at, { ...query, zone: studio.timeZone }),
    countWaitingMail(at),
  ])
  return { ...listed, waiting, state, search, done: searchParams.get('done') }
}

/** Sends or discards all emails that wait for a mail server. */
export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) throw data(null, { status: read.status })
  switch (read.form.get('intent')) {
    case 'send-all': {
      const sent = await sendWaitingMail(at, null)
      throw redirect(studioPaths.emails(sent.ok ? { done: 'sent' } : {}), 303)
    }
    case 'discard-all':
      requireStudio(context, request, { owner: true })
      await discardWaitingMail(at, null)
      throw redirect(studioPaths.emails({ done: 'discarded' }), 303)
    default:
      throw data(null, { status: 422 })
  }
}

const DONE: Record<string, string> = {
  sent: 'The emails are being sent.',
  discarded: 'Discarded. They stay in the list but won’t be sent.',
}

export const meta: Route.MetaFunction = () => studioMeta('Sent emails')

export default function SentEmails({ loaderData }: Route.ComponentProps) {
  const { emails, next, waiting, state, search, done } = loaderData
  const choices = [
    { label: 'All', state: null },
    { label: 'Failed', state: 'failed' as const },
    { label: 'Sending', state: 'queued' as const },
    { label: 'Waiting for a mail server', state: 'waiting' as const },
    { label: 'Sent', state: 'sent' as const },
    { label: 'Not sent', state: 'not-sent' as const },
  ]
  return (
    <>
      <StudioHead title="Sent emails" />
      <SectionTabs />
      {done && Object.hasOwn(DONE, done) ? <SavedNote>{DONE[done]}</SavedNote> : null}
      <WaitingMailPanel {...waiting} />
      <StudioFilter
        label="Status"
        choices={choices.map((choice) => ({
          label: choice.label,
          to: studioPaths.emails({ state: choice.state, search }),
          isCurrent: state === choice.state,
        }))}
        search={{
          action: studioPaths.emails(),
          value: search,
          keep: { state },
          label: 'Search recipients and subjects',
          placeholder: 'Email or subject',
        }}
      />
      <MailTable emails={emails} state={state} isSearch={search !== ''} />
      <NextPage to={next && studioPaths.emails({ state, search, before: next })} />
    </>
  )
}
