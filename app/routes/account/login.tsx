import { useEffect } from 'react'
import { data, Link, redirectDocument } from 'react-router'
import { requestSignInLink } from '~/domains/accounts/links.server'
import { linkedPageName, signInNotice } from '~/domains/accounts/notices'
import { signIn, signInWithCode } from '~/domains/accounts/operations.server'
import { signInWithPasskey } from '~/domains/accounts/passkeys/operations.server'
import { FormNote } from '~/domains/accounts/ui/account-section'
import { AuthSheet } from '~/domains/accounts/ui/auth-sheet'
import { PasskeySignIn } from '~/domains/accounts/ui/passkey-button'
import { SecondStepForm, SignInForm } from '~/domains/accounts/ui/sign-in-form'
import { readSheet } from '~/domains/content/operations.server'
import { withGalleryPhoto } from '~/domains/galleries/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { orOutage } from '~/platform/http/outage.server'
import { clientOf, requesterOf } from '~/platform/http/requester.server'
import { onlyReturnTo } from '~/platform/http/return-to'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { tooMany } from '~/platform/http/too-many.server'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/login'

type Step = 'code' | 'recovery'

/** R17 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const returnTo = onlyReturnTo(query.getAll('returnTo'), at.config.siteUrl)
  if (at.actor.kind === 'person') throw redirectDocument(returnTo ?? paths.homeOf(at.actor.role))
  const linked = linkedPageName(returnTo)
  const step = query.get('step')
  const word = query.get('news')
  const sheet = await withGalleryPhoto(at, await readSheet(at, 'login'))
  return {
    sheet: { ...sheet, ...(linked && helpWith(linked)) },
    ask: linked && paths.contact({ subject: `My ${linked}` as const }),
    step: step === 'code' || step === 'recovery' ? step : null,
    news: word === null ? undefined : signInNotice(word, await canSendMail(at)),
    isSignedOut: word === 'signed-out',
    returnTo,
  }
}

/** For people whose link is closed or on another device. It doesn't reveal whether the page exists. */
const helpWith = (linked: string) => ({
  heading: `Let’s find *your ${linked}.*`,
  lede: 'It isn’t open on this device. Your link may have been closed or replaced. Use the latest one we sent you, or sign in with the email we sent it to.',
})

interface Refusal {
  step: Step | null
  sentence?: string | undefined
  errors: Partial<Record<'email' | 'password' | 'code', string>>
  values: { email?: string }
  returnTo?: string | undefined
}

export async function action({ request, context }: Route.ActionArgs) {
  const { siteUrl } = context.get(scope).config
  const read = await readForm(request)
  if (!read.ok)
    return data<Refusal>({ step: null, sentence: read.sentence, errors: {}, values: {} }, read.status)
  const args = {
    request,
    context,
    form: read.form,
    returnTo: onlyReturnTo(read.form.getAll('returnTo'), siteUrl),
  }
  const intent = read.form.get('intent')
  const step = intent === 'code' || intent === 'recovery' ? intent : null
  return orOutage(
    context.get(scope),
    () => take(args, intent),
    () => {
      const values = { email: read.form.get('email') }
      return data<Refusal>({ step, sentence: NOT_NOW, errors: {}, values, returnTo: args.returnTo }, 503)
    },
  )
}

const NOT_NOW = 'We couldn’t sign you in just now. Please try again in a minute.'

async function take(args: Submission, intent: string) {
  switch (intent) {
    case 'link':
      return requestLink(args)
    case 'passkey':
      return takePasskey(args)
    case 'code':
      return takeCode(args, 'code')
    case 'recovery':
      return takeCode(args, 'recovery')
    default:
      return takePassword(args)
  }
}

interface Submission extends Pick<Route.ActionArgs, 'request' | 'context'> {
  form: FormFields
  returnTo: string | undefined
}

const WRONG = 'That email and password don’t match. Try again, or get a sign-in link.'
const WRONG_UNSENT = 'That email and password don’t match. Try again, or contact us.'
const UNVERIFIED =
  'Your email isn’t confirmed yet. We’ve sent you the link again. Open it in this browser to sign in.'
const UNVERIFIED_UNSENT =
  'Your email isn’t confirmed yet, and this site can’t send the link for that yet. Please contact us.'

async function takePassword({ request, context, form, returnTo }: Submission) {
  const email = form.get('email')
  const empty: Refusal = { step: null, errors: {}, values: { email }, returnTo }
  const refuse = (status: number, rest: Partial<Refusal>) => data({ ...empty, ...rest }, status)
  const password = form.get('password')
  if (email.trim() === '' || password === '')
    return refuse(422, {
      errors: {
        ...(email.trim() === '' ? { email: 'Enter the email address of your account.' } : {}),
        ...(password === '' ? { password: 'Enter your password.' } : {}),
      },
    })

  const { from, cookie } = requesterOf(context, request)
  const signed = await signIn(context.get(scope), { email, password, returnTo, ...from })
  if (signed.ok) throw seeOther(returnTo ?? paths.homeOf(signed.role), signed.setCookies)
  switch (signed.reason) {
    case 'two-factor':
      throw seeOther(paths.login({ step: 'code', returnTo }), signed.setCookies)
    case 'wrong':
      return refuse(422, { sentence: (await canSendMail(context.get(scope))) ? WRONG : WRONG_UNSENT })
    case 'unverified':
      return data(
        { ...empty, sentence: (await canSendMail(context.get(scope))) ? UNVERIFIED : UNVERIFIED_UNSENT },
        { status: 403, headers: { 'Set-Cookie': cookie } },
      )
    case 'too-many':
      return tooMany<Refusal>(context.get(scope), signed.retryAt, { ...empty, sentence: signed.sentence })
  }
}

async function requestLink({ request, context, form, returnTo }: Submission) {
  const at = context.get(scope)
  const email = form.get('email')
  const empty: Refusal = { step: null, errors: {}, values: { email }, returnTo }
  const requested = await requestSignInLink(at, { email, ...clientOf(context, request) })
  if (requested.ok) throw seeOther(`${paths.login({ news: 'link' })}#main`)
  switch (requested.reason) {
    case 'refused':
      return data<Refusal>({ ...empty, errors: requested.errors }, 422)
    case 'too-many':
      return tooMany<Refusal>(at, requested.retryAt, { ...empty, sentence: requested.sentence })
  }
}

const PASSKEY_REFUSED = {
  wrong: 'That passkey didn’t work. Try again, or sign in another way.',
  expired: 'That took a little long. Please try again.',
  unknown: 'We don’t know this passkey, or it was removed. Sign in another way.',
  'unverified-device': 'Your device didn’t check that it’s you. Unlock it with a PIN, fingerprint or face.',
  'unverified-email': 'Your email isn’t confirmed yet. Sign in with your password to get the link again.',
}

async function takePasskey({ request, context, form, returnTo }: Submission) {
  const at = context.get(scope)
  const empty: Refusal = { step: null, errors: {}, values: {}, returnTo }
  const signed = await signInWithPasskey(at, {
    request,
    answer: form.get('passkey'),
    ...clientOf(context, request),
  })
  if (signed.ok) throw seeOther(returnTo ?? paths.homeOf(signed.role), signed.setCookies)
  if (signed.reason === 'too-many')
    return tooMany<Refusal>(at, signed.retryAt, { ...empty, sentence: signed.sentence })
  return data<Refusal>({ ...empty, sentence: PASSKEY_REFUSED[signed.reason] }, 422)
}

const WRONG_CODE = 'That code didn’t work. Enter the newest code in your app; it changes every 30 seconds.'
const WRONG_RECOVERY_CODE = 'That code didn’t work or was already used. Try another one.'

async function takeCode({ request, context, form, returnTo }: Submission, step: Step) {
  const empty: Refusal = { step, errors: {}, values: {}, returnTo }
  const refuse = (status: number, rest: Partial<Refusal>) => data({ ...empty, ...rest }, status)
  const signed = await signInWithCode(context.get(scope), {
    request,
    code: form.get('code'),
    kind: step === 'code' ? 'totp' : 'recovery',
    ...clientOf(context, request),
  })
  if (signed.ok) throw seeOther(returnTo ?? paths.homeOf(signed.role), signed.setCookies)
  switch (signed.reason) {
    case 'wrong':
      return refuse(422, {
        errors: { code: step === 'code' ? WRONG_CODE : WRONG_RECOVERY_CODE },
      })
    case 'expired':
      return refuse(422, { step: null, sentence: 'That took a little long. Please sign in again.' })
    case 'too-many':
      return tooMany<Refusal>(context.get(scope), signed.retryAt, { ...empty, sentence: signed.sentence })
  }
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { title, description, siteName, siteUrl } = loaderData.sheet
  return pageMeta({ title, description, path: paths.login(), siteUrl, siteName })
}

/** Deletes drafts that this tab has stored, so that the next person at this computer doesn't see them. */
function deleteDrafts(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Storage is disabled, so nothing was stored.
  }
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, ask, news, isSignedOut } = loaderData
  useEffect(() => {
    if (isSignedOut) deleteDrafts()
  }, [isSignedOut])
  const step = actionData ? actionData.step : loaderData.step
  const returnTo = actionData ? actionData.returnTo : loaderData.returnTo
  if (step)
    return (
      <AuthSheet title="One more *step.*" lede="Confirm it’s you." photo={sheet.photo}>
        <SecondStepForm
          kind={step === 'code' ? 'totp' : 'recovery'}
          returnTo={returnTo}
          outcome={actionData && { ...actionData, values: {} }}
        />
      </AuthSheet>
    )
  return (
    <AuthSheet title={sheet.heading} lede={sheet.lede} photo={sheet.photo}>
      {ask ? (
        <Link className="txt tap" to={ask}>
          Ask for a new link
        </Link>
      ) : null}
      {actionData ? null : <FormNote notice={news} />}
      <SignInForm returnTo={returnTo} outcome={actionData}>
        <PasskeySignIn returnTo={returnTo} />
      </SignInForm>
    </AuthSheet>
  )
}
