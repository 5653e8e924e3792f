import { createHash } from 'node:crypto'
import type { OutsideSources } from './scope.server'

/**
 * A page's Content-Security-Policy (https://www.w3.org/TR/CSP3/). Scripts are allowed by hash instead of
 * nonce, since a cached page is sent many times and a nonce must be used once.
 * @param scriptHashes such as `sha256-…`, of the page's own inline scripts
 * @param outside origins such as `https://stats.example.com`, already validated
 */
export function contentSecurityPolicy(
  scriptHashes: string[] = [],
  {
    development = false,
    frames = false,
    outside = { scripts: [], connections: [] },
  }: { development?: boolean; frames?: boolean; outside?: OutsideSources } = {},
): string {
  const scripts = [`'self'`, ...scriptHashes.map((hash) => `'${hash}'`), ...outside.scripts]
  const connections = [`'self'`, ...outside.connections].join(' ')
  return [
    `default-src 'none'`,
    // In development, Vite adds inline scripts and styles, and uses a web socket.
    development
      ? ['script-src', `'self'`, `'unsafe-inline'`, ...outside.scripts].join(' ')
      : ['script-src', ...scripts].join(' '),
    development ? `style-src 'self' 'unsafe-inline'` : `style-src 'self'`,
    // Attributes carry values such as a photo's tone in a CSS variable; a style attribute cannot run anything.
    `style-src-attr 'unsafe-inline'`,
    // data: is the blurred placeholder of a photo; blob: a picture chosen in a form, shown before it is sent.
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    development ? `connect-src ${connections} ws: wss:` : `connect-src ${connections}`,
    `manifest-src 'self'`,
    // What may not be framed says so itself.
    ...(frames ? [`frame-src 'self'`] : []),
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self'`,
  ].join('; ')
}

/**
 * Finds the scripts that the renderer itself wrote, takes their hashes and removes the nonce that marked them.
 * Markup that came in with content does not know the nonce: it gets no hash and does not run.
 */
export function takeScriptHashes(rendered: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`
  const hashes: string[] = []
  for (const [, attributes = '', body = ''] of rendered.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(mark) && body !== '')
      hashes.push(`sha256-${createHash('sha256').update(body).digest('base64')}`)
  return { html: rendered.replaceAll(mark, ''), hashes: [...new Set(hashes)] }
}
