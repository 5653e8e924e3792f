import { data, Form, Link, redirect } from 'react-router'
import { renderSVG } from 'uqr'
import { beginTwoFactor, confirmTwoFactor } from '~/domains/accounts/two-factor.server'
import { CodeField, CurrentPasswordField, ProofBoundary } from '~/domains/accounts/ui/proof-form'
import { TwoFactorKey } from '~/domains/accounts/ui/security-section'
import { readForm } from '~/platform/http/forms.server'
import { requirePerson, requireRecentProof } from '~/platform/http/guard.server'
import { WRONG_CODE, WRONG_OWN_PASSWORD } from '~/platform/http/notices'
import { onlyReturnTo } from '~/platform/http/return-to'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { tooMany } from '~/platform/http/too-many.server'
import { FormRefusal } from '~/ui/form-refusal'
import { PageHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import type { Route } from './+types/two-factor'

export function loader({ request, context }: Route.LoaderArgs) {
  const person = requirePerson(context, request)
  if (person.twoFactor) throw redirect(paths.security())
  // Adds another second factor, next to the one the team's rule requires.
  if (person.secondStep === 'confirm') requireRecentProof(context, request)
  const { siteUrl } = context.get(scope).config
  const returnTo = onlyReturnTo(new URL(request.url).searchParams.getAll('returnTo'), siteUrl)
  return { email: person.email, returnTo }
}

interface Answer {
  /** For the authenticator app. Shown during setup and stored nowhere. */
  key?: { uri: string; secret: string; recoveryCodes: string[]; picture: string } | undefined
  sentence?: string | undefined
  returnTo?: string | undefined
  errors: Partial<Record<'password' | 'code', string>>
}

export async function action({ request, context }: Route.ActionArgs) {
  const my = { ...context.get(scope), actor: requirePerson(context, request) }
  const read = await readForm(request)
  if (!read.ok) return answer(read.status, { sentence: read.sentence, errors: {} })
  const { form } = read
  if (my.actor.secondStep === 'confirm') requireRecentProof(context, request, { form })
  const returnTo = onlyReturnTo(form.getAll('returnTo'), my.config.siteUrl)

  if (form.get('intent') !== 'confirm') {
    const begun = await beginTwoFactor(my, { password: form.get('password'), request })
    if (begun.ok) return answer(200, { key: keyOf(begun), returnTo, errors: {} })
    switch (begun.reason) {
      case 'wrong-password':
        return answer(422, { returnTo, errors: { password: WRONG_OWN_PASSWORD } })
      case 'already':
        throw seeOther(paths.security())
      case 'too-many':
        return tooMany<Answer>(my, begun.retryAt, { sentence: begun.sentence, returnTo, errors: {} })
    }
  }

  const confirmed = await confirmTwoFactor(my, { code: form.get('code'), request })
  if (confirmed.ok) throw seeOther(returnTo ?? paths.security({ done: 'two-factor' }), confirmed.setCookies)
  const key = keyOf({
    uri: form.get('uri'),
    secret: form.get('secret'),
    recoveryCodes: form.getAll('recovery').slice(0, 20),
  })
  switch (confirmed.reason) {
    case 'wrong':
      return answer(422, {
        key,
        returnTo,
        errors: { code: WRONG_CODE },
      })
    case 'too-many':
      return tooMany<Answer>(my, confirmed.retryAt, {
        key,
        sentence: confirmed.sentence,
        returnTo,
        errors: {},
      })
  }
}

/** The key is sent back with the form, since it isn't stored anywhere. */
const keyOf = ({ uri, secret, recoveryCodes }: { uri: string; secret: string; recoveryCodes: string[] }) =>
  uri.startsWith('otpauth://') && uri.length < 1_000
    ? { uri, secret, recoveryCodes, picture: qrCodeAddress(uri) }
    : undefined

/** A QR code of the text as a data: URL. */
const qrCodeAddress = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`

const answer = (status: number, outcome: Answer) => data(outcome, status)

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = () => [
  { title: 'Sign in with a code as well' },
  { name: 'robots', content: 'noindex' },
]

export const ErrorBoundary = ProofBoundary

export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const key = actionData?.key
  const returnTo = actionData ? actionData.returnTo : loaderData.returnTo
  const outcome = actionData && { ...actionData, values: {} }
  return (
    <>
      <PageHead
        title="Sign in with a *code as well.*"
        lede="Your password alone won’t be enough to sign in. You need an authenticator app on your phone."
      />
      <div className="wrap acct__page">
        {key ? (
          <>
            <TwoFactorKey {...key} />
            <Form method="post" className="acct__form" noValidate reloadDocument aria-label="Confirm">
              <h2 className="t2">3. Enter the code from the app</h2>
              <FormRefusal outcome={outcome} order={['code']} />
              <input type="hidden" name="intent" value="confirm" />
              {returnTo ? <input type="hidden" name="returnTo" value={returnTo} /> : null}
              <input type="hidden" name="uri" value={key.uri} />
              <input type="hidden" name="secret" value={key.secret} />
              {key.recoveryCodes.map((code) => (
                <input key={code} type="hidden" name="recovery" value={code} />
              ))}
              <CodeField kind="totp" error={actionData?.errors.code} />
              <button type="submit" className="btn">
                Turn it on
              </button>
            </Form>
          </>
        ) : (
          <Form method="post" className="acct__form" noValidate reloadDocument aria-label="Begin">
            <FormRefusal outcome={outcome} order={['password']} />
            {returnTo ? <input type="hidden" name="returnTo" value={returnTo} /> : null}
            <CurrentPasswordField error={actionData?.errors.password} hint="To confirm it’s you." />
            <button type="submit" className="btn">
              Begin
            </button>
          </Form>
        )}
        <p className="ui">
          <Link className="txt tap" to={paths.security()}>
            Cancel
          </Link>
        </p>
      </div>
    </>
  )
}
