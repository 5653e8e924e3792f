import type { RouterContextProvider } from 'react-router'
import { scope } from './scope.server'

/** Where a request comes from, as sessions remember it. */
export const askerOf = (context: Readonly<RouterContextProvider>, request: Request) => ({
  network: context.get(scope).clientAddress,
  userAgent: request.headers.get('user-agent') ?? '',
})
