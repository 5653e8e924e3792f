import { type DataStrategyResult, data, isRouteErrorResponse } from 'react-router'

type Results = Record<string, DataStrategyResult>

const NOT_SAVED =
  'Your server is out of disk space, so this wasn’t saved. Your text is still here. Free up space, then save again.'

/**
 * If the disk is full, turns the error into a refusal, so that a Studio form keeps its input instead of showing
 * the error page.
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
    if (type !== 'error' || !isRouteErrorResponse(result) || result.status !== 507) continue
    const values = valuesOf(await typed.clone().formData())
    const refusal = {
      ok: false,
      sentence: NOT_SAVED,
      intent: values.intent ?? '',
      errors: {},
      values,
    }
    // An error status, so that React Router reloads nothing.
    kept[route] = { type: 'data', result: data(refusal, 507) }
  }
  return { ...results, ...kept }
}

/** Several values of one name become lines of text, as such forms expect. */
function valuesOf(form: FormData): Record<string, string> {
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === 'string')
  return Object.fromEntries([...form.keys()].map((name) => [name, texts(name).join('\n')]))
}
