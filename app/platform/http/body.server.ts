import type { Context, MiddlewareHandler } from 'hono'
import type { AuthConfig } from '~/platform/auth/cookies'
import { readSessionCookie } from '~/platform/auth/signed-cookies.server'
import { plainPage } from './plain-page.server'

/** Largest form, in bytes. */
export const FORM_BYTES = 64 * 1024

/** Largest form with a long text, in bytes: a post as JSON, percent-encoded. */
export const LONG_FORM_BYTES = 1024 * 1024

/** Largest message of an email provider, in bytes: that of Amazon SNS. */
const REPORT_BYTES = 256 * 1024

/** Addresses with file forms, and the largest file of each, in bytes. */
const UPLOADS: [address: RegExp, fileBytes: number][] = [
  [/^\/studio\/settings\/logo(\.data)?$/, 2 * 1024 * 1024],
  [/^\/studio\/newsletter\/imports(\.data)?$/, 10 * 1024 * 1024],
]

/** Addresses with long texts: posts, newsletters and contracts. */
const LONG_FORMS = [
  /^\/studio\/website\/posts\/[^/]+(\/(preview|autosave))?$/,
  /^\/studio\/newsletter\/[0-9a-f-]{36}(\.data|\/(preview|autosave))?$/,
  /^\/studio\/(settings\/)?contracts\/[^/.]+(\.data)?$/,
]

/** Largest body that is read only so that its sender gets to the answer, in bytes. */
const FORGOTTEN_BYTES = 32 * 1024 * 1024

/**
 * Reads a body that is too large, and forgets it. A browser that is still sending when its connection closes shows no
 * answer.
 */
export async function forgetBody({ body, headers }: Request): Promise<void> {
  if (Number(headers.get('content-length')) > FORGOTTEN_BYTES) return
  await body?.pipeTo(new WritableStream()).catch(() => {})
}

/** Reads a body, and stops reading as soon as it is over the limit. */
export async function readBody(
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | 'too-large' | 'broken-off'> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) {
    await forgetBody(request)
    return 'too-large'
  }
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength
      if (size > limit) {
        await reader.cancel().catch(() => {})
        return 'too-large'
      }
      chunks.push(part.value)
    }
  } catch {
    return 'broken-off'
  }
  return new Uint8Array(Buffer.concat(chunks))
}

const SENTENCE = 'That’s too long to send. Go back (your text is still there), shorten it, and try again.'

/** Reads the body of a POST up to the limit, before any page runs. Pages get nothing of a larger one. */
export function limitBody(config: AuthConfig): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'POST' || c.get('received') || c.get('receivedFiles') || c.get('hashed'))
      return next()
    const upload = uploadLimit(c, config)
    const body = await readBody(c.req.raw, upload ?? formLimit(c, config))
    if (body === 'too-large') {
      // Closing the connection stops a sender who sends even more.
      if (upload === undefined) return plainPage(413, SENTENCE, { Connection: 'close' })
      // A form with a file has no long text to lose, so its page shows the error in the form.
      c.set('body', 'too-large')
      await next()
      c.header('Connection', 'close')
      return
    }
    if (body === 'broken-off')
      return plainPage(400, 'Only part of what you sent arrived. Please send it again.')
    c.set('body', body)
    return next()
  }
}

/** The largest form with a file and other fields, in bytes. Only with a session cookie. */
function uploadLimit(c: Context, config: AuthConfig): number | undefined {
  const [, fileBytes] = UPLOADS.find(([address]) => address.test(c.req.path)) ?? []
  return fileBytes !== undefined && isSigned(c, config) ? fileBytes + FORM_BYTES : undefined
}

/** Reports of email providers and Stripe's events can be longer than a form. */
const formLimit = (c: Context, config: AuthConfig): number =>
  /^\/(newsletter\/bounces\/[^/]+|payments\/stripe)$/.test(c.req.path)
    ? REPORT_BYTES
    : LONG_FORMS.some((address) => address.test(c.req.path)) && isSigned(c, config)
      ? LONG_FORM_BYTES
      : FORM_BYTES

const isSigned = (c: Context, config: AuthConfig): boolean =>
  readSessionCookie(c.req.header('cookie'), config).kind === 'signed'

declare module 'hono' {
  interface ContextVariableMap {
    body: Uint8Array<ArrayBuffer> | 'too-large'
  }
}
