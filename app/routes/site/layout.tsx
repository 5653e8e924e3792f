import { Outlet, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { LoginToDownload } from '~/domains/accounts/ui/login-to-download'
import { readShell } from '~/domains/content/operations.server'
import { PromoTimer } from '~/domains/content/ui/promo-timer'
import { SiteFooter } from '~/domains/content/ui/site-footer'
import { SiteHeader } from '~/domains/content/ui/site-header'
import { NewsletterForm } from '~/domains/newsletter/ui/newsletter-form'
import { scope } from '~/platform/http/scope.server'
import { Failure } from '~/ui/failure'
import { paths } from '~/ui/paths'
import type { Route } from './+types/layout'

export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(scope)
  const { shell, validUntil } = await readShell(request)
  request.validUntil(validUntil)
  const { actor } = request
  return { shell, signedInAs: actor.kind === 'person' ? actor.role : undefined }
}

/** The frame stays as it is from page to page; asking for it again would hold up every step in the gallery. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod ? defaultShouldRevalidate : false

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  )
}

/** Header and footer stay around a page that failed, when they could be read. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const failure = <Failure error={error} />
  if (loaderData) return <Frame {...loaderData}>{failure}</Frame>
  return (
    <main id="main" tabIndex={-1}>
      {failure}
    </main>
  )
}

type FrameProps = Route.ComponentProps['loaderData'] & { children: React.ReactNode }

function Frame({ shell, signedInAs, children }: FrameProps) {
  const { pathname } = useLocation()
  return (
    <>
      <SiteHeader
        studio={shell.studio}
        isBooking={pathname === paths.bookSession()}
        signedInAs={signedInAs}
      />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter shell={shell} isHome={pathname === paths.home()}>
        <NewsletterForm />
      </SiteFooter>
      <LoginToDownload isSignedIn={signedInAs !== undefined} />
      {shell.promo ? <PromoTimer promo={shell.promo} /> : null}
    </>
  )
}
