import { findMail } from '~/domains/outbox/sent-emails.server'
import { requireStudio } from '~/platform/http/guard.server'
import { EMAIL_POLICY } from '~/platform/http/headers'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/email-preview'

/** The body of an email, for a sandboxed frame. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const mail = await findMail(context.get(scope), params.mail, 'UTC')
  if (!mail) return new Response('There is no such message.', { status: 404 })
  return new Response(mail.html, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': EMAIL_POLICY },
  })
}
