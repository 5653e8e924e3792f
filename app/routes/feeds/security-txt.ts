import { href, type LoaderFunctionArgs } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'

const DAY_MS = 86_400_000
/** RFC 9116, section 2.5.5: less than a year ahead. */
const VALID_DAYS = 180

/** Contact for security problems (RFC 9116). */
export async function loader({ context }: LoaderFunctionArgs) {
  const at = context.get(scope)
  const { studio } = await readSettings(at)
  const today = Math.floor(at.clock.now() / DAY_MS)
  at.validUntil((today + 1) * DAY_MS)
  const lines = [
    `Contact: ${studio.shownEmail ? `mailto:${encodeURI(studio.shownEmail)}` : at.config.siteUrl + paths.contact()}`,
    `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${at.config.siteUrl}${href('/.well-known/security.txt')}`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
