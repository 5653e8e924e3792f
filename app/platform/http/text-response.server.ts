const texts = new WeakMap<Response, string>()

/** A response whose text is kept beside it, since reading it back from the body's stream copies it several times. */
export function textResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init)
  texts.set(response, text)
  return response
}

/** The same body with headers that can be changed: those of a redirect can't be. */
export function changeable(response: Response): Response {
  return texts.has(response) ? response : new Response(response.body, response)
}

export const hasBody = (response: Response): boolean => texts.has(response) || response.body !== null

/** The whole body. */
export async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const text = texts.get(response)
  return text === undefined ? new Uint8Array(await response.arrayBuffer()) : new TextEncoder().encode(text)
}
