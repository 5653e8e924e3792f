import { Form, useNavigation } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { SettingsTabs } from '~/domains/content/ui/settings-tabs'
import { sendingFacts, sendTestMail } from '~/domains/outbox/testing/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { FactList } from '~/ui/studio/fact-list'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import type { Route } from './+types/settings-mail'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const { studio } = await readSettings(at)
  return { to: email, facts: sendingFacts(at, studio) }
}

/** Sends a test to the one who asks, and to nobody else. */
export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const { studio } = await readSettings(at)
  return await sendTestMail({ ...at, author }, { to: author.email, studio })
}

export const meta: Route.MetaFunction = () => studioMeta('Mail, settings')

export default function SettingsMail({ loaderData: { to, facts }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting'
  return (
    <>
      <StudioHead title="Settings" />
      <SettingsTabs current="mail" />
      <div className="st-sheet">
        <p className="ink2">How the site sends mail. The server is set where the site is installed.</p>
        <FactList facts={facts} />
        <Form method="post">
          <button type="submit" className="btn" aria-busy={isBusy || undefined}>
            {isBusy ? 'Sending…' : 'Send me a test'}
          </button>
        </Form>
        <p className="ink2">It goes to {to}.</p>
        {actionData ? (
          <div
            className={`note note--${actionData.ok ? 'fix' : 'stop'}`}
            role={actionData.ok ? 'status' : 'alert'}
          >
            <p>
              <strong>{actionData.ok ? 'The test is on its way.' : 'The test did not leave.'}</strong> The
              server said: {actionData.answer}
            </p>
          </div>
        ) : null}
      </div>
    </>
  )
}
