import type { LoaderFunctionArgs } from 'react-router'
import { readPage } from '~/domains/content/operations.server'
import { scope } from '~/platform/http/scope.server'

/**
 * States that Global Privacy Control is honored, since the date of the current terms
 * (privacycg.github.io/gpc-spec).
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { body } = await readPage(context.get(scope), 'terms')
  return new Response(JSON.stringify({ gpc: true, lastUpdate: body.effectiveOn }), {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=3600' },
  })
}
