import { AsyncLocalStorage } from 'node:async_hooks'
import { cookieNames } from './cookies'

/**
 * Header that passes the client's network to Better Auth. It is always set here, and never taken from the
 * request.
 */
export const ADDRESS_HEADER = 'x-client-address'

/** Where the adapter puts the error of a call. */
export const failures = new AsyncLocalStorage<{ error?: unknown }>()

/** Calls Better Auth. Plugins turn database errors into refusals, so the original error is rethrown. */
export async function throwingDatabaseErrors<T>(call: () => Promise<T>): Promise<T> {
  const failure: { error?: unknown } = {}
  try {
    return await failures.run(failure, call)
  } catch (refusal) {
    throw failure.error ?? refusal
  }
}

/** What a session stores about the sign-in. */
export const signInHeaders = (from: { network: string; userAgent: string }): Headers =>
  new Headers({ [ADDRESS_HEADER]: from.network, 'user-agent': asHeaderValue(from.userAgent) })

/** The person's cookies, with their network as determined here. */
export const personHeaders = (request: Request, network: string): Headers =>
  new Headers({
    [ADDRESS_HEADER]: network,
    cookie: request.headers.get('cookie') ?? '',
    'user-agent': asHeaderValue(request.headers.get('user-agent') ?? ''),
  })

/** Only the cookies of a started two-step sign-in, without those of an open session. */
export function secondStepHeaders(request: Request, network: string, siteUrl: string): Headers {
  const { session } = cookieNames(siteUrl)
  const headers = personHeaders(request, network)
  const cookies = (headers.get('cookie') ?? '').split(/; */).filter((pair) => !pair.startsWith(`${session}=`))
  headers.set('cookie', cookies.join('; '))
  return headers
}

const asHeaderValue = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 400)
