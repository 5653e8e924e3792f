import { redirect } from 'react-router'
import { requirePerson } from '~/platform/http/guard.server'
import { onlyReturnTo } from '~/platform/http/return-to'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { PageHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import type { Route } from './+types/second-step'

/** Where the team's rule sends members without a second factor. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { role, secondStep } = requirePerson(context, request)
  const { siteUrl } = context.get(scope).config
  const returnTo = onlyReturnTo(new URL(request.url).searchParams.getAll('returnTo'), siteUrl)
  if (secondStep === 'confirm') throw redirect(paths.confirmIdentity({ returnTo }))
  const next = returnTo ?? paths.homeOf(role)
  if (secondStep === 'met') throw redirect(next)
  return { next }
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = () => [
  { title: 'Set up two-factor authentication' },
  { name: 'robots', content: 'noindex' },
]

export default function SecondStep({ loaderData: { next } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Set up *two-factor authentication.*"
        lede="The owner requires it from everyone on the team. Set it up to open the Studio."
      />
      <div className="wrap acct__page">
        <section className="acct__step" aria-labelledby="passkey">
          <h2 className="t2" id="passkey">
            Passkey
          </h2>
          <p className="ui ink2 measure">
            Your fingerprint, face or device PIN. It’s quick, and you won’t need your password.
          </p>
          <div>
            <ButtonLink to={paths.newPasskey({ returnTo: next })}>Add a passkey</ButtonLink>
          </div>
        </section>
        <section className="acct__step" aria-labelledby="app">
          <h2 className="t2" id="app">
            Authenticator app
          </h2>
          <p className="ui ink2 measure">A code from an app on your phone, after your password.</p>
          <div>
            <ButtonLink to={paths.twoFactor({ returnTo: next })} variant="line">
              Set up an app
            </ButtonLink>
          </div>
        </section>
      </div>
    </>
  )
}
