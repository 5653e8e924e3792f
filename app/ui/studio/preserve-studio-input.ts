import { type DataStrategyResult, data, isRouteErrorResponse } from 'react-router'
import { isLostConnection } from '../failure'
import { isAnswer } from '../preserve-input'

type Results = Record<string, DataStrategyResult>

const NO_ROOM =
  'Your server is out of disk space, so this wasn’t saved. Your text is still here. Free up space, then save again.'

const NOT_REACHED =
  'We couldn’t reach the site, so this may not be saved. Your text is still here. Check your connection, then save again.'

const FAILED = 'The site couldn’t save this just now. Your text is still here. Please try again in a minute.'

const TOO_LONG =
  'That’s too long to send, so this wasn’t saved. Your text is still here. Shorten it, then save again.'

/** Fields that lose what was typed when an error page replaces them. */
const FIELDS = '#main form[method="post"] :is(textarea, select, input:not([type="hidden"]))'

/**
 * If the disk is full, the form is too long, the connection is lost or the site fails, turns the error into a
 * refusal, so that a Studio form keeps its input instead of showing the error page.
 */
export async function preserveStudioInput(
  { request }: { request: Request },
  next: () => Promise<Results>,
): Promise<Results> {
  const typed = request.method === 'GET' ? undefined : request.clone()
  const results = await next()
  if (!typed) return results
  const kept: Results = {}
  for (const [route, { type, result }] of Object.entries(results)) {
    const error = withoutStatus(result)
    const status = isRouteErrorResponse(error) ? error.status : undefined
    if (type !== 'error' || (isAnswer(error) && status !== 413)) continue
    const isFull = status === 507
    // A page with buttons only shows no refusal.
    if (!isFull && !document.querySelector(FIELDS)) continue
    const values = valuesOf(await typed.clone().formData())
    const refusal = {
      ok: false,
      sentence: sentenceOf(error, status),
      intent: values.intent ?? '',
      errors: {},
      values,
    }
    // An error status, so that React Router reloads nothing.
    kept[route] = { type: 'data', result: data(refusal, status ?? 503) }
  }
  return { ...results, ...kept }
}

function sentenceOf(error: unknown, status: number | undefined): string {
  if (status === 507) return NO_ROOM
  if (status === 413) return TOO_LONG
  return isLostConnection(error) ? NOT_REACHED : FAILED
}

/** React Router keeps an error that isn’t a response together with a status. */
const withoutStatus = (result: unknown): unknown =>
  result instanceof Object && 'data' in result && 'init' in result ? result.data : result

/** Several values of one name become lines of text, as such forms expect. */
function valuesOf(form: FormData): Record<string, string> {
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === 'string')
  return Object.fromEntries([...form.keys()].map((name) => [name, texts(name).join('\n')]))
}
