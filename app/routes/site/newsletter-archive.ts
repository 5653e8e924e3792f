import { readArchived } from '~/domains/newsletter/campaigns/sending.server'
import { EMAIL_PAGE_POLICY } from '~/platform/http/headers'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/newsletter-archive'

/** The public copy of a sent newsletter, if the owner shows it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const html = await readArchived(context.get(scope), params.campaign)
  if (html === undefined) throw new Response(null, { status: 404 })
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': EMAIL_PAGE_POLICY,
      // The page cache is dropped when content changes, and newsletters aren't content.
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
