import { redirect } from 'react-router'

/** Redirects to a page after a form was accepted (303), and sets cookies. */
export function seeOther(path: string, setCookies: readonly string[] = []): Response {
  const headers = new Headers()
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
  return redirect(path, { status: 303, headers })
}
