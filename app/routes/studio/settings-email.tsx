import { data, Link, redirect, redirectDocument } from 'react-router'
import { ProofBoundary } from '~/domains/accounts/ui/proof-form'
import { readSettings } from '~/domains/content/operations.server'
import { senderOf } from '~/domains/content/settings/sender'
import { fieldNames } from '~/domains/content/settings/settings-form'
import { readSettingsGroup, saveSettingsGroup } from '~/domains/content/settings.server'
import { SettingsForm } from '~/domains/content/ui/settings-form'
import { findMailProvider, MAIL_SERVER_FIELDS } from '~/domains/outbox/mail-server'
import {
  readMailServer,
  readSendingFacts,
  removeMailServer,
  saveMailServer,
  sendTestMail,
} from '~/domains/outbox/mail-server.server'
import { MailServerForm, RemoveMailServer } from '~/domains/outbox/ui/mail-server-form'
import { TestMailForm } from '~/domains/outbox/ui/test-email-form'
import { isGuidedStep } from '~/domains/today/model'
import { readSetupSteps } from '~/domains/today/setup.server'
import { type FormFields, readForm, sentValues } from '~/platform/http/forms.server'
import { requireRecentProof, requireStudio } from '~/platform/http/guard.server'
import { CONFLICT } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { NoMailServer } from '~/ui/studio/no-mail-server'
import { SavedNote } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/settings-email'

const DONE = {
  server: 'Saved. Your mail server accepted a test email to you.',
  removed: 'Removed. Emails wait until there is a mail server.',
}
type Done = keyof typeof DONE

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const [settings, { values, version }, server] = await Promise.all([
    readSettings(at),
    readSettingsGroup(at, 'sender'),
    readMailServer(at),
  ])
  const { searchParams } = new URL(request.url)
  const done = searchParams.get('done') ?? ''
  const steps = done === 'server' ? await readSetupSteps(at) : []
  return {
    to: email,
    facts: await readSendingFacts(at, senderOf(settings)),
    isFixed: at.config.mailFrom !== undefined,
    server: at.config.smtpUrl === undefined ? { saved: server } : null,
    /** Saved here, but overridden by the operator's. */
    unused: at.config.smtpUrl === undefined ? null : (server?.host ?? null),
    provider: findMailProvider(searchParams.get('provider')),
    values,
    version,
    saved: searchParams.has('saved'),
    done: Object.hasOwn(DONE, done) ? (done as Done) : null,
    hasSetupLeft: steps.some(({ step, isDone }) => isGuidedStep(step) && !isDone),
  }
}

/** Saves the sender or the mail server, or sends a test email to the signed-in user only. */
export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const { form } = read
  switch (form.get('intent')) {
    case 'server':
      // The server can read every sign-in link.
      requireRecentProof(context, request, { form })
      return await answerServer(at, form, author.email)
    case 'remove-server':
      requireRecentProof(context, request, { form })
      await removeMailServer(at)
      throw redirectDocument(studioPaths.settingsEmail({ done: 'removed' satisfies Done }), 303)
  }
  if (!form.has('version')) {
    const business = await businessOf(at, author.email)
    return { tested: await at.aside(() => sendTestMail(at, business)) }
  }
  const sent = sentValues(fieldNames('sender'), form)
  const saved = await saveSettingsGroup(at, { group: 'sender', sent, version: Number(form.get('version')) })
  if (saved.ok) throw redirect(`${studioPaths.settingsEmail()}?saved`, 303)
  return refuseRecord<FormOutcome<string>>(saved, { values: sent })
}

async function businessOf(at: Parameters<typeof readSettings>[0], to: string) {
  const settings = await readSettings(at)
  return { to, studio: settings.studio, sender: senderOf(settings) }
}

async function answerServer(
  at: Parameters<typeof saveMailServer>[0] & Pick<RequestScope, 'aside'>,
  form: FormFields,
  to: string,
) {
  const sent = sentValues(MAIL_SERVER_FIELDS, form)
  const version = Number(form.get('server-version'))
  const test = await businessOf(at, to)
  const saved = await at.aside(() => saveMailServer(at, { sent, version, test }))
  if (saved.ok) throw redirectDocument(studioPaths.settingsEmail({ done: 'server' satisfies Done }), 303)
  const { password: _, ...values } = sent
  switch (saved.reason) {
    case 'refused':
      return data({ server: { errors: saved.errors, values } }, 422)
    case 'failed':
      return data({ server: { sentence: `Not saved. ${saved.sentence}`, errors: {}, values } }, 422)
    case 'changed-since':
      return data({ server: { sentence: CONFLICT, errors: {}, values } }, 409)
  }
}

const refuse = (status: number, outcome: FormOutcome<string>) => data(outcome, status)

export const meta: Route.MetaFunction = () => studioMeta('Sender, settings')

export const ErrorBoundary = ProofBoundary

export default function SettingsEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { to, facts, isFixed, server, unused, provider, values, version, saved, done, hasSetupLeft } =
    loaderData
  const tested = actionData && 'tested' in actionData ? actionData.tested : undefined
  const serverOutcome = actionData && 'server' in actionData ? actionData.server : undefined
  const refused = actionData && 'values' in actionData ? actionData : undefined
  return (
    <>
      <StudioHead title="Sender" />
      <SectionTabs />
      <NoMailServer isSettings />
      {done && !actionData ? (
        <SavedNote>
          {server === null ? REMOVED_UNUSED : DONE[done]}{' '}
          {hasSetupLeft ? <Link to={studioPaths.setup()}>Continue setup</Link> : null}
        </SavedNote>
      ) : null}
      <TestMailForm to={to} facts={facts} isOperators={server === null} outcome={tested} />
      {server ? (
        <MailServerForm
          key={`${server.saved?.version} ${provider?.key}`}
          server={server.saved}
          provider={provider}
          outcome={serverOutcome}
        />
      ) : null}
      {unused === null ? null : (
        <RemoveMailServer>
          <p>
            The mail server {unused} was saved here. It isn’t used, because another one was set on your
            server.
          </p>
        </RemoveMailServer>
      )}
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

/** With a mail server in the environment, only an unused one can be removed. */
const REMOVED_UNUSED =
  'Removed. Your site still sends email through the mail server that was set on your server.'

const FIXED =
  'The sender was set on your server. To choose one here, ask the person who runs your server to remove MAIL_FROM.'
