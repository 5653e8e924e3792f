import { readSettings } from '~/domains/content/operations.server'
import { MailTable } from '~/domains/outbox/ui/mail-table'
import { MAIL_STATES } from '~/domains/outbox/viewing/model'
import { listMail } from '~/domains/outbox/viewing/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { NextPage } from '~/ui/studio/next-page'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/mail'

const SEARCH_MAX = 100

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const asked = new URL(request.url).searchParams
  const state = MAIL_STATES.find((each) => each === asked.get('state')) ?? null
  const search = (asked.get('search') ?? '').trim().slice(0, SEARCH_MAX)
  const { studio } = await readSettings(at)
  const query = { state, search, before: asked.get('before') }
  return { ...(await listMail(at, { ...query, zone: studio.timeZone })), state, search }
}

export const meta: Route.MetaFunction = () => studioMeta('Mail')

export default function Mail({ loaderData: { mails, next, state, search } }: Route.ComponentProps) {
  const choices = [
    { label: 'All', state: null },
    { label: 'Failed', state: 'failed' as const },
    { label: 'Waiting', state: 'queued' as const },
    { label: 'Sent', state: 'sent' as const },
  ]
  return (
    <>
      <StudioHead title="Mail" />
      <StudioFilter
        label="State"
        choices={choices.map((choice) => ({
          label: choice.label,
          to: studioPaths.mail({ state: choice.state, search }),
          isCurrent: state === choice.state,
        }))}
        search={{
          action: studioPaths.mail(),
          value: search,
          keep: { state },
          label: 'Search recipients and subjects',
          placeholder: 'Address or subject',
        }}
      />
      <MailTable mails={mails} state={state} isSearch={search !== ''} />
      <NextPage to={next && studioPaths.mail({ state, search, before: next })} />
    </>
  )
}
