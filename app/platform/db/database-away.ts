/** PostgreSQL doesn't answer, or no connection to it can be opened. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
  /** Of the system or of PostgreSQL. */
  readonly code: string | undefined

  constructor(message: string, cause?: Error & { code?: string }) {
    super(message, { cause })
    this.code = cause?.code
  }
}

/** PostgreSQL's codes of a connection that ends because the server stops. */
const STOPPED = ['57P01', '57P02', '57P03']

/** Whether PostgreSQL can't be reached, or a connection broke while it was used. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof DatabaseAway ||
  (error instanceof Error &&
    (STOPPED.includes((error as { code?: string }).code ?? '') ||
      error.message.startsWith('Connection terminated')))

export const NO_DATABASE =
  'We can’t show or save this right now. If you sent a form, go back (your text is still there). Please try again in a minute.'
