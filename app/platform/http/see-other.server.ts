import { redirect } from 'react-router'

/** The answer to a form that was accepted, with the cookies that came of it. */
export function seeOther(path: string, setCookies: readonly string[] = []): Response {
  const headers = new Headers()
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
  return redirect(path, { status: 303, headers })
}
