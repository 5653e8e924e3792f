import { data, isRouteErrorResponse } from 'react-router'
import { isAnswer } from './answered'

interface Sending<Answer> {
  request: Request
  serverAction: () => Promise<Answer>
}

/** A form’s outcome when nobody answered. */
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
  'We couldn’t save this. Everything you typed is still here. Please try again later, or call us.'

/** Sends a form. When the connection or the site fails, the form stays as it is and says so, instead of giving way to an error. */
export const keepTyped = <Answer>(sending: Sending<Answer>) => keep(sending, NOT_SENT)

/** For a form that counts once however often it is sent: it may have arrived, and the answer is what was lost. */
export const keepTypedOnce = <Answer>(sending: Sending<Answer>) => keep(sending, SENT_PERHAPS)

async function keep<Answer>({ request, serverAction }: Sending<Answer>, sentence: string) {
  const typed = request.clone()
  try {
    return await serverAction()
  } catch (answer) {
    if (isAnswer(answer)) throw answer
    const values = Object.fromEntries(await typed.formData()) as NotSent['values']
    if (isRouteErrorResponse(answer) && answer.status === 507)
      return data<NotSent>({ sentence: NO_ROOM, errors: {}, values }, 507)
    // A refusal, so that nothing is loaded again over the connection that is not there.
    return data<NotSent>({ sentence, errors: {}, values }, 503)
  }
}
