import { readArchived } from '~/domains/newsletter/campaigns/sending.server'
import { EMAIL_PAGE_POLICY } from '~/platform/http/headers'
import { scope } from '~/platform/http/scope.server'
import caslon from '../../../node_modules/.fonts/caslon.woff2?url'
import publicSans from '../../../node_modules/.fonts/public-sans.woff2?url'
import type { Route } from './+types/newsletter-archive'

/** The site's fonts, under the names that emails ask for. An email can't bring them. */
const FONTS = `<style>
@font-face { font-family: 'Libre Caslon Condensed'; src: url("${caslon}"); font-display: swap; }
@font-face { font-family: 'Public Sans'; font-weight: 100 900; src: url("${publicSans}"); font-display: swap; }
</style>`

/** The public copy of a sent newsletter, if the owner shows it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const html = await readArchived(context.get(scope), params.campaign)
  if (html === undefined)
    throw new Response('We can’t find that newsletter.\n', {
      status: 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    })
  return new Response(html.replace('</head>', `${FONTS}</head>`), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `${EMAIL_PAGE_POLICY}; font-src 'self'`,
      // The page cache is dropped when content changes, and newsletters aren't content.
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
