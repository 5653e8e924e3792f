import { createHash } from 'node:crypto'

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/**
 * Joins the scripts of the body in the place of its first: each hash would be 54 bytes of every response's headers.
 * React finds the others where it rendered them, empty. Only what the renderer itself wrote knows the nonce: markup
 * that came in with content gets no hash, and doesn't run.
 * @returns the page without the nonce, and the hashes of its scripts for its Content-Security-Policy
 */
export function joinScripts(rendered: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`
  const isJoined = (attributes: string) => attributes.includes(mark) && !/ (src|type)=/.test(attributes)
  const start = rendered.indexOf('</head>')
  const body = rendered.slice(start)
  const joined = [...body.matchAll(SCRIPT)]
    .filter(([, attributes = '']) => isJoined(attributes))
    .map(([, , text]) => text)
    .join('\n;')
  let isFirst = true
  const page =
    rendered.slice(0, start) +
    body.replace(SCRIPT, (script, attributes: string) => {
      if (!isJoined(attributes)) return script
      const text = isFirst ? joined : ''
      isFirst = false
      return `<script${attributes}>${text}</script>`
    })
  const texts = [...page.matchAll(SCRIPT)].flatMap(([, attributes = '', text = '']) =>
    attributes.includes(mark) && text !== '' ? [text] : [],
  )
  return { html: page.replaceAll(mark, ''), scripts: texts.map(hashOf) }
}

/** As a Content-Security-Policy names an inline script or style. */
export const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
