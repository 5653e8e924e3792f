import { DatabaseAway } from '~/platform/db/database-away'
import { isDamaged, isUnwritable } from '~/platform/db/sqlite.server'
import { isDiskFull } from '~/platform/disk-full'
import type { Logger } from '~/platform/logging.server'

/** R40: prints to standard error why the server can't start or a command can't continue, and exits. */
export function explainFailure(error: unknown): never {
  const sentence = sentenceFor(error)
  if (sentence) console.error(sentence)
  console.error('something is wrong somewhere', sentence ? String(causeOf(error)) : error)
  process.exit(1)
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error)

const NO_DATABASE = 'The database doesn’t respond. Start it, or correct DATABASE_URL.'

const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P03',
]

/** Errors whose message is a sentence for the operator. */
const EXPLAINED = [
  'ConfigError',
  'ContentError',
  'FilesAreMoving',
  'InstallationMismatch',
  'SecretMismatch',
  'UnknownVersion',
  'UpgradeStopped',
]

/** Problems that an operator can fix are explained in a sentence, without a stack trace. */
export function sentenceFor(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (EXPLAINED.includes(error.name)) return error.message
  const { code, address, port, path } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Set PORT to another number, such as 3001.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} isn’t allowed. Set PORT to a number above 1023.`
  if (code === 'EADDRNOTAVAIL')
    return `This machine doesn’t have the address ${address}. Set HOST to one it has.`
  if (code !== undefined && UNREACHABLE.includes(code)) return NO_DATABASE
  // PostgreSQL error codes (https://www.postgresql.org/docs/current/errcodes-appendix.html).
  if (code === '28P01' || code === '28000')
    return 'The database rejected the user or password in DATABASE_URL. Correct them.'
  if (code === '3D000') return 'The database in DATABASE_URL doesn’t exist. Create it, or correct the name.'
  if (isDamaged(error))
    return 'The database is damaged. Stop the site, and restore the newest backup: npm run cli -- restore latest --yes'
  if (isUnwritable(error))
    return 'The database in DATA_DIR can’t be opened or written. Make the folder and all its files belong to the user that runs this site, on a disk that isn’t read-only.'
  if (isDiskFull(error))
    return 'The disk with DATA_DIR is full. Free up space, then start again. Finished work is kept.'
  if (
    path !== undefined &&
    (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST')
  )
    return `${path} isn’t writable. Set DATA_DIR to a folder that is.`
  return error instanceof DatabaseAway ? NO_DATABASE : undefined
}

/** Keeps the process running after an uncaught error, so that one faulty request doesn't stop the site. */
export function outliveErrors(log: Logger): void {
  process.on('uncaughtException', (error) => log.error({ err: error }, 'an error was not caught'))
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a rejection was not handled'))
}

/** Stops the process on SIGTERM and SIGINT once `stop` has finished. A second signal stops it at once. */
export function endOnSignal(log: Logger, stop: () => Promise<void>): void {
  let stopping = false
  const end = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    try {
      await stop()
      process.exit(0)
    } catch (error) {
      log.error({ err: error }, 'the program could not stop in order')
      process.exit(1)
    }
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}
