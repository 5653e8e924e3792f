import { Outlet, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
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
  return { shell }
}

/** The frame stays as it is from page to page; asking for it again would hold up every step in the gallery. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod ? defaultShouldRevalidate : false

export default function SiteLayout({ loaderData: { shell } }: Route.ComponentProps) {
  return (
    <Frame shell={shell}>
      <Outlet />
    </Frame>
  )
}

/** Header and footer stay around a page that failed, when they could be read. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const failure = <Failure error={error} />
  if (loaderData) return <Frame shell={loaderData.shell}>{failure}</Frame>
  return (
    <main id="main" tabIndex={-1}>
      {failure}
    </main>
  )
}

interface FrameProps {
  shell: Route.ComponentProps['loaderData']['shell']
  children: React.ReactNode
}

function Frame({ shell, children }: FrameProps) {
  const { pathname } = useLocation()
  return (
    <>
      <SiteHeader studio={shell.studio} isBooking={pathname === paths.bookSession()} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter shell={shell} isHome={pathname === paths.home()}>
        <NewsletterForm />
      </SiteFooter>
      {shell.promo ? <PromoTimer promo={shell.promo} /> : null}
    </>
  )
}
