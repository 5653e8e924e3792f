import { type DataStrategyResult, data, isRouteErrorResponse } from 'react-router'

type Results = Record<string, DataStrategyResult>

const NOT_SAVED =
  'Your server is out of disk space, so this wasn’t saved. Your text is still here. Free up space, then save again.'

/**
 * A form of the Studio for which there was no room stays as it was typed, and says so, instead of giving way to an
 * error: its answer becomes a refusal, as the Studio’s forms know them.
 */
export async function keepTypedInStudio(
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
    // A refusal, so that nothing is loaded again.
    kept[route] = { type: 'data', result: data(refusal, 507) }
  }
  return { ...results, ...kept }
}

/** Several of one name are a list in lines, as forms with such fields give them back. */
function valuesOf(form: FormData): Record<string, string> {
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === 'string')
  return Object.fromEntries([...form.keys()].map((name) => [name, texts(name).join('\n')]))
}
