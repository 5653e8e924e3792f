import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, useLocation, useRouteLoaderData } from 'react-router'
import { readFavicon } from '~/domains/content/brand.server'
import { APPLE_ICON, brandAddress, TAB_ICON } from '~/domains/content/brand-files'
import { isPageShown, readSettings } from '~/domains/content/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { MediaOrigin } from '~/domains/photos/ui/picture'
import { accentStyle } from '~/platform/accent'
import { scope } from '~/platform/http/scope.server'
import { isPersonalPath } from '~/platform/http/special-paths'
import { DEFAULT_CURRENCY } from '~/platform/money'
import { FadeInPhotos, Loading, Scroll } from '~/ui/document-effects'
import { Failure } from '~/ui/failure'
import { MarkAlive } from '~/ui/hydrated'
import { WaxFilter } from '~/ui/mark'
import { canonicalAddress } from '~/ui/page-address'
import { paths } from '~/ui/paths'
import { StartWatch } from '~/ui/start-watch'
import './app.css'
import type { Route } from './+types/root'

export async function loader({ context }: Route.LoaderArgs) {
  const at = context.get(scope)
  // Without the database, the error page still works.
  const [favicon, sendsMail, hasBlog, studio] = await Promise.all([
    readFavicon(at).catch(() => null),
    canSendMail(at).catch(() => false),
    isPageShown(at, 'blog').catch(() => false),
    readSettings(at).then(
      ({ studio }) => studio,
      () => undefined,
    ),
  ])
  const currency = studio && studio.currency !== DEFAULT_CURRENCY ? studio.currency : undefined
  const accent = studio && accentStyle(studio.accent)
  // A preview shows photos that aren't public yet.
  const mediaUrl = at.isPreview ? undefined : at.config.mediaUrl
  return { siteUrl: at.config.siteUrl, mediaUrl, sendsMail, favicon, hasBlog, currency, accent }
}

/** Nothing of this changes between navigations. Setting up a mail server loads the next page as a document. */
export const shouldRevalidate = () => false

export const links: Route.LinksFunction = () => [{ rel: 'manifest', href: paths.manifest() }]

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const site = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="en" data-currency={site?.currency}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#F2F1ED" />
        <StartWatch />
        <Meta />
        <Canonical />
        <Links />
        {site?.accent ? <style>{site.accent}</style> : null}
        <Feed />
        <Icons />
      </head>
      <body>
        <WaxFilter />
        <a className="skip" href="#main">
          Skip to content
        </a>
        <MediaOrigin value={(!isPersonalPath(pathname) && site?.mediaUrl) || ''}>{children}</MediaOrigin>
        <Loading />
        <Scroll />
        <FadeInPhotos />
        <Scripts />
        <MarkAlive />
      </body>
    </html>
  )
}

function Canonical() {
  const location = useLocation()
  const site = useRouteLoaderData<typeof loader>('root')
  return site ? (
    <link rel="canonical" href={canonicalAddress(site.siteUrl, location.mask ?? location)} />
  ) : null
}

function Feed() {
  const site = useRouteLoaderData<typeof loader>('root')
  return site?.hasBlog ? (
    <link rel="alternate" type="application/atom+xml" title="Blog" href={paths.feed()} />
  ) : null
}

const OWN_ICONS = [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

/** The icon that the owner uploaded, else the monogram, else the demo's files in `public/`. */
function Icons() {
  const favicon = useRouteLoaderData<typeof loader>('root')?.favicon
  const at = (side: number) => (favicon ? brandAddress(favicon, String(side)) : '')
  const icons = favicon
    ? [
        { rel: 'icon', href: at(TAB_ICON), type: 'image/png', sizes: `${TAB_ICON}x${TAB_ICON}` },
        { rel: 'icon', href: at(192), type: 'image/png', sizes: '192x192' },
        { rel: 'apple-touch-icon', href: at(APPLE_ICON) },
      ]
    : OWN_ICONS
  return icons.map((icon) => <link key={icon.href} {...icon} />)
}

export default function Root() {
  return <Outlet />
}

/** Shown when even the layout could not be loaded. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main" tabIndex={-1}>
      <Failure error={error} />
    </main>
  )
}
