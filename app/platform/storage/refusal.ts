const CODES = ['EACCES', 'EPERM', 'EROFS']
const STATUSES = [403, 405, 409]

/** Whether a folder or bucket refused a write or a deletion, as an append-only one does. */
export function isRefusal(error: unknown): boolean {
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } }
  return CODES.includes(code ?? '') || STATUSES.includes($metadata?.httpStatusCode ?? 0)
}
