import { data, redirect } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { senderOf } from '~/domains/content/settings/sender'
import { fieldNames } from '~/domains/content/settings/settings-form'
import { readSettingsGroup, saveSettingsGroup } from '~/domains/content/settings.server'
import { SettingsForm } from '~/domains/content/ui/settings-form'
import { sendingFacts, sendTestMail } from '~/domains/outbox/test-email.server'
import { TestMailForm } from '~/domains/outbox/ui/test-email-form'
import { readForm, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { NoMailServer } from '~/ui/studio/no-mail-server'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/settings-email'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const [settings, { values, version }] = await Promise.all([
    readSettings(at),
    readSettingsGroup(at, 'sender'),
  ])
  return {
    to: email,
    facts: sendingFacts(at, senderOf(settings)),
    isFixed: at.config.mailFrom !== undefined,
    values,
    version,
    saved: new URL(request.url).searchParams.has('saved'),
  }
}

/** Saves the sender, or sends a test email to the signed-in user only. */
export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const { form } = read
  if (!form.has('version')) {
    const settings = await readSettings(at)
    return await sendTestMail(at, {
      to: author.email,
      studio: settings.studio,
      sender: senderOf(settings),
    })
  }
  const sent = sentValues(fieldNames('sender'), form)
  const saved = await saveSettingsGroup(at, { group: 'sender', sent, version: Number(form.get('version')) })
  if (saved.ok) throw redirect(`${studioPaths.settingsEmail()}?saved`, 303)
  return refuseRecord<FormOutcome<string>>(saved, { values: sent })
}

const refuse = (status: number, outcome: FormOutcome<string>) => data(outcome, status)

export const meta: Route.MetaFunction = () => studioMeta('Sender, settings')

export default function SettingsEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { to, facts, isFixed, values, version, saved } = loaderData
  const [tested, refused] =
    actionData === undefined || 'answer' in actionData ? [actionData, undefined] : [undefined, actionData]
  return (
    <>
      <StudioHead title="Sender" />
      <SectionTabs />
      <NoMailServer isSettings />
      <TestMailForm to={to} facts={facts} outcome={tested} />
      <SettingsForm
        key={version}
        group="sender"
        values={values}
        version={version}
        saved={saved}
        note={isFixed ? FIXED : undefined}
        fixed={isFixed ? ['name', 'email'] : []}
        photos={[]}
        zones={[]}
        outcome={refused}
      />
    </>
  )
}

const FIXED =
  'Your server’s MAIL_FROM setting overrides these fields. To choose a sender here, remove it on the server.'
