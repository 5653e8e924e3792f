import { data, isRouteErrorResponse } from 'react-router'
import type { FormOutcome } from './form-outcome'

interface Sending {
  request: Request
  serverAction: () => Promise<unknown>
}

const NOT_SENT =
  'We could not reach the site, so nothing was sent. All that you wrote is still here: check your connection, then send it again.'

/** Sends a form. When the connection fails, the form stays as it is and says so, instead of giving way to an error. */
export async function keepTyped<Field extends string>({ request, serverAction }: Sending) {
  const typed = request.clone()
  try {
    return (await serverAction()) as FormOutcome<Field>
  } catch (answer) {
    if (answer instanceof Response || isRouteErrorResponse(answer)) throw answer
    const values = Object.fromEntries(await typed.formData()) as FormOutcome<Field>['values']
    // A refusal, so that nothing is loaded again over the connection that is not there.
    return data<FormOutcome<Field>>({ sentence: NOT_SENT, errors: {}, values }, 503)
  }
}
