import { Outlet, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { LoginToDownload } from '~/domains/accounts/ui/login-to-download'
import { readAnalytics, readFrame } from '~/domains/content/operations.server'
import { EDITABLE_PAGES } from '~/domains/content/pages/fields'
import { Measuring } from '~/domains/content/ui/measuring'
import { PromoTimer } from '~/domains/content/ui/promo-timer'
import { SiteFooter } from '~/domains/content/ui/site-footer'
import { SiteHeader } from '~/domains/content/ui/site-header'
import { NewsletterForm } from '~/domains/newsletter/ui/newsletter-form'
import { pagePath } from '~/platform/http/page-key'
import { scope } from '~/platform/http/scope.server'
import { Failure } from '~/ui/failure'
import { paths } from '~/ui/paths'
import '~/domains/content/ui/logo.css'
import type { Route } from './+types/layout'

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const [{ shell, validUntil }, analytics] = await Promise.all([
    readFrame(at),
    // Without settings, analytics are off.
    readAnalytics(at, pagePath(new URL(request.url).pathname)).catch(() => null),
  ])
  at.validUntil(validUntil)
  if (analytics) {
    at.outside.scripts.push(analytics.scriptFrom)
    at.outside.connections.push(...analytics.connectTo)
  }
  const signedInAs = at.actor.kind === 'person' ? at.actor.role : undefined
  // The layout doesn't reload between pages, so it loads all editable pages at once.
  const editable = signedInAs && signedInAs !== 'client' ? EDITABLE_PAGES : undefined
  return { shell, analytics, signedInAs, editable }
}

/** The layout is the same for every page. Reloading it would delay every photo opened in the gallery. */
export const shouldRevalidate = ({
  formMethod,
  formAction,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  formMethod && !formAction?.startsWith(paths.bookSession()) ? defaultShouldRevalidate : false

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  )
}

/** Keeps header and footer around a failed page if they could be loaded. */
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

function Frame({ shell, analytics, signedInAs, editable, children }: FrameProps) {
  const { pathname } = useLocation()
  const page = pathname === paths.home() ? 'home' : pathname.slice(1)
  return (
    <>
      <SiteHeader
        shell={shell}
        isBooking={pathname.startsWith(paths.bookSession())}
        signedInAs={signedInAs}
        edit={editable?.some((each) => each === page) ? paths.edit(page) : undefined}
      />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter shell={shell} isHome={pathname === paths.home()}>
        {pathname.startsWith(paths.newsletter()) ? null : <NewsletterForm />}
      </SiteFooter>
      <LoginToDownload isSignedIn={signedInAs !== undefined} />
      {analytics ? <Measuring analytics={analytics} /> : null}
      {shell.promo ? <PromoTimer promo={shell.promo} /> : null}
    </>
  )
}
