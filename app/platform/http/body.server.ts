/** Largest form, in bytes. */
export const FORM_BYTES = 64 * 1024

/** Largest form with a file, in bytes: 2 MB for the file, and the other fields. */
export const UPLOAD_BYTES = 2 * 1024 * 1024 + FORM_BYTES

/** Reads a body, and stops reading as soon as it is over the limit. */
export async function readBody(
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | 'too-large' | 'broken-off'> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return 'too-large'
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength
      if (size > limit) {
        await reader.cancel().catch(() => {})
        return 'too-large'
      }
      chunks.push(part.value)
    }
  } catch {
    return 'broken-off'
  }
  return new Uint8Array(Buffer.concat(chunks))
}
