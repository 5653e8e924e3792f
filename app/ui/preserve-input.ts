import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from 'react-router'

interface Sending<Answer> {
  request: Request
  serverAction: () => Promise<Answer>
}

/** A form's outcome when the request failed. */
interface NotSent {
  sentence: string
  errors: Record<string, never>
  values: Record<string, string>
}

const NOT_SENT =
  'We couldn’t reach the site, so nothing was sent. Everything you typed is still here. Check your connection, then send it again.'

const SENT_PERHAPS =
  'We couldn’t reach the site. Everything you typed is still here. Check your connection, then send it again. It counts only once, even if you send it twice.'

const NO_ROOM =
  'We couldn’t save this. Everything you typed is still here. Please try again later, or contact us.'

/**
 * Submits a form. If the connection or the site fails, the form stays with its input and a message, instead of
 * an error page.
 */
export const preserveInput = <Answer>(sending: Sending<Answer>) => keep(sending, NOT_SENT)

/** For a form that is safe to send again: the first request may have arrived, and only its response was lost. */
export const preserveInputForRetry = <Answer>(sending: Sending<Answer>) => keep(sending, SENT_PERHAPS)

async function keep<Answer>({ request, serverAction }: Sending<Answer>, sentence: string) {
  const typed = request.clone()
  try {
    return await serverAction()
  } catch (answer) {
    if (isAnswer(answer)) throw answer
    const values = Object.fromEntries(await typed.formData()) as NotSent['values']
    if (isRouteErrorResponse(answer) && answer.status === 507)
      return data<NotSent>({ sentence: NO_ROOM, errors: {}, values }, 507)
    // An error status, so that React Router doesn't reload data over the lost connection.
    return data<NotSent>({ sentence, errors: {}, values }, 503)
  }
}

/** Reloads a page's data after a 409, too, so that the refusal is shown with the latest state. */
export const reloadWhenRefused = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate

/**
 * Whether a loader or an action threw a response in the browser: a redirect or a refusal. Otherwise the
 * connection was lost or the site failed.
 */
export const isAnswer = (thrown: unknown): boolean =>
  thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500)
