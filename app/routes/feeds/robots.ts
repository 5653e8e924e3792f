import { href, type LoaderFunctionArgs } from 'react-router'
import { CARD_PROGRAMS } from '~/platform/http/link-preview'
import { scope } from '~/platform/http/scope.server'

/** Private areas, and links that contain a token. */
const PRIVATE = ['/studio', '/profile', '/download', '/newsletter/unsubscribe']

/** Share links of galleries. Only programs that show cards may read them, and get a card. */
const SHARED = '/g/'

/** Robots Exclusion Protocol (RFC 9309). A program follows the group that names it, or else that of `*`. */
export function loader({ context }: LoaderFunctionArgs) {
  const { config } = context.get(scope)
  const lines = [
    'User-agent: *',
    ...[...PRIVATE, SHARED].map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    ...CARD_PROGRAMS.map((name) => `User-agent: ${name}`),
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${config.siteUrl}${href('/sitemap.xml')}`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
