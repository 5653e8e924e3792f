import type { MiddlewareHandler } from 'hono'
import { FORM_BYTES, readBody } from './body.server'
import { plainPage } from './plain-page.server'

const SENTENCE = 'What you sent is too large. Please shorten it and send it again.'

/** Reads what is posted once, up to the limit, before any page sees it. */
export function limitBody(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'POST') return next()
    const body = await readBody(c.req.raw, FORM_BYTES)
    // Closing the connection is what tells the sender to stop.
    if (body === 'too-large') return plainPage(413, SENTENCE, { Connection: 'close' })
    if (body === 'broken-off')
      return plainPage(400, 'What you sent did not arrive whole. Please send it again.')
    c.set('body', body)
    return next()
  }
}

declare module 'hono' {
  interface ContextVariableMap {
    body: Uint8Array<ArrayBuffer>
  }
}
