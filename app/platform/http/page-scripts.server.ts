import { createHash } from 'node:crypto'

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g
const INDENT = /\n\s+/g

/**
 * Joins the body's inline scripts into the first one, since each hash takes 54 bytes of every response's
 * headers, without their indentation. One that fails, for example where storage is forbidden, doesn't stop the next.
 * The other script elements stay, empty, so that React can hydrate them. Scripts are found by the
 * renderer's nonce. Scripts from content don't have it, so they get no hash and don't run.
 * @returns the page without nonces, and the hashes of its scripts for its Content-Security-Policy
 */
export function joinScripts(rendered: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`
  const isJoined = (attributes: string) => attributes.includes(mark) && !/ (src|type)=/.test(attributes)
  const start = rendered.indexOf('</head>')
  const body = rendered.slice(start)
  const joined = [...body.matchAll(SCRIPT)]
    .filter(([, attributes = '', text = '']) => isJoined(attributes) && text.trim() !== '')
    .map(([, , text = '']) => `try{${text.replaceAll(INDENT, '\n')}\n}catch(e){console.error(e)}`)
    .join('\n')
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

/** A hash of an inline script or style, in the notation of a Content-Security-Policy. */
export const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
