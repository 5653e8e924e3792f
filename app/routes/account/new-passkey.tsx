import { data, Form, Link } from 'react-router'
import { deviceName } from '~/domains/accounts/device-name'
import { PASSKEY_NAME_MAX } from '~/domains/accounts/passkeys/model'
import { addPasskey, type PasskeyAdded } from '~/domains/accounts/passkeys/operations.server'
import { PasskeyButton, useHasPasskeys } from '~/domains/accounts/ui/passkey-button'
import { ProofBoundary } from '~/domains/accounts/ui/proof-form'
import { readForm } from '~/platform/http/forms.server'
import { requirePerson, requireRecentProof } from '~/platform/http/guard.server'
import { onlyReturnTo } from '~/platform/http/return-to'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { PageHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import type { Route } from './+types/new-passkey'

export function loader({ request, context }: Route.LoaderArgs) {
  requireRecentProof(context, request)
  const { config, userAgent } = context.get(scope)
  const returnTo = onlyReturnTo(new URL(request.url).searchParams.getAll('returnTo'), config.siteUrl)
  return { name: deviceName(userAgent), returnTo }
}

type Answer = FormOutcome<'name'> & { returnTo: string | undefined }

export async function action({ request, context }: Route.ActionArgs) {
  const my = { ...context.get(scope), actor: requirePerson(context, request) }
  const read = await readForm(request)
  if (!read.ok)
    return data<Answer>({ sentence: read.sentence, errors: {}, values: {}, returnTo: undefined }, read.status)
  const { form } = read
  requireRecentProof(context, request, { form, returnTo: paths.newPasskey() })
  const returnTo = onlyReturnTo(form.getAll('returnTo'), my.config.siteUrl)
  const name = form.get('name')
  const added = await addPasskey(my, { name, answer: form.get('passkey'), request })
  if (added.ok) throw seeOther(returnTo ?? paths.security({ done: 'passkey-added' }))
  const refused =
    added.reason === 'refused'
      ? { errors: { name: added.error } }
      : { sentence: REFUSED[added.reason], errors: {} }
  return data<Answer>({ ...refused, values: { name }, returnTo }, 422)
}

const REFUSED: Record<Exclude<Extract<PasskeyAdded, { ok: false }>['reason'], 'refused'>, string> = {
  wrong: 'That passkey didn’t work. Please try again.',
  expired: 'That took a little long. Please try again.',
  unknown: 'That passkey didn’t work. Please try again.',
  'unverified-device':
    'Your device didn’t check that it’s you. Set up a PIN, fingerprint or face on it first.',
  'unverified-email': 'Confirm your email first.',
  'too-many-passkeys': 'Your account has 20 passkeys. Remove one before you add another.',
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = () => [
  { title: 'Add a passkey' },
  { name: 'robots', content: 'noindex' },
]

export const ErrorBoundary = ProofBoundary

export default function NewPasskey({ loaderData, actionData }: Route.ComponentProps) {
  const isPossible = useHasPasskeys()
  const returnTo = actionData ? actionData.returnTo : loaderData.returnTo
  return (
    <>
      <PageHead
        title="Add a *passkey.*"
        lede="Sign in with your fingerprint, face or device PIN. There’s no password to guess or steal."
      />
      <div className="wrap acct__page">
        {isPossible === false ? (
          <p className="ui measure">
            This browser can’t use passkeys here. They need a secure address (HTTPS) and an up-to-date
            browser.
          </p>
        ) : (
          <Form method="post" className="acct__form" noValidate reloadDocument aria-label="Add a passkey">
            <FormRefusal outcome={actionData} order={['name']} />
            {returnTo ? <input type="hidden" name="returnTo" value={returnTo} /> : null}
            <Field
              label="Passkey name"
              name="name"
              defaultValue={actionData?.values.name ?? loaderData.name}
              error={actionData?.errors.name}
              maxLength={PASSKEY_NAME_MAX}
              autoComplete="off"
              hint="So that you recognize it in the list. For example, My phone."
            />
            {isPossible ? (
              <PasskeyButton challenge="add" field="passkey" className="btn">
                Create passkey
              </PasskeyButton>
            ) : (
              <noscript>
                <p className="ui measure">Passkeys need JavaScript. Turn it on and reload this page.</p>
              </noscript>
            )}
          </Form>
        )}
        <p className="ui">
          <Link className="txt tap" to={paths.security()}>
            Back to security
          </Link>
        </p>
      </div>
    </>
  )
}
