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

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const asked = new URL(request.url).searchParams
  const state = MAIL_STATES.find((each) => each === asked.get('state')) ?? null
  const { studio } = await readSettings(at)
  return { ...(await listMail(at, { state, before: asked.get('before'), zone: studio.timeZone })), state }
}

export const meta: Route.MetaFunction = () => studioMeta('Mail')

export default function Mail({ loaderData: { mails, next, state } }: Route.ComponentProps) {
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
          to: studioPaths.mail({ state: choice.state }),
          isCurrent: state === choice.state,
        }))}
      />
      <MailTable mails={mails} state={state} />
      <NextPage to={next && studioPaths.mail({ state, before: next })} />
    </>
  )
}
