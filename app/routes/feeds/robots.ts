import { href, type LoaderFunctionArgs } from 'react-router'
import { scope } from '~/platform/http/scope.server'

/** Private areas, and links that contain a token. */
const PRIVATE = ['/studio', '/profile', '/download', '/login', '/register', '/newsletter/unsubscribe', '/g/']

/** Robots Exclusion Protocol (RFC 9309). */
export function loader({ context }: LoaderFunctionArgs) {
  const { config } = context.get(scope)
  const lines = [
    'User-agent: *',
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
