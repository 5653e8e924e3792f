import type { Context, MiddlewareHandler } from 'hono'
import { FORM_BYTES, readBody, UPLOAD_BYTES } from './body.server'
import { plainPage } from './plain-page.server'
import { hasSession } from './session-cookie'

const SENTENCE = 'What you sent is too large. Please shorten it and send it again.'
const FILE_SENTENCE =
  'The file is larger than 2 MB, the most that is taken here. Go back and choose a smaller one.'

/** Reads what is posted once, up to the limit, before any page sees it. */
export function limitBody(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'POST') return next()
    const limit = mayUpload(c) ? UPLOAD_BYTES : FORM_BYTES
    const body = await readBody(c.req.raw, limit)
    // Closing the connection is what tells the sender to stop.
    if (body === 'too-large')
      return plainPage(413, limit === UPLOAD_BYTES ? FILE_SENTENCE : SENTENCE, { Connection: 'close' })
    if (body === 'broken-off')
      return plainPage(400, 'What you sent did not arrive whole. Please send it again.')
    c.set('body', body)
    return next()
  }
}

/** Only the addresses whose forms take a file, and only from somebody who may be signed in. */
const mayUpload = (c: Context): boolean =>
  /^\/studio\/settings\/logo(\.data)?$/.test(c.req.path) && hasSession(c.req.header('cookie'))

declare module 'hono' {
  interface ContextVariableMap {
    body: Uint8Array<ArrayBuffer>
  }
}
