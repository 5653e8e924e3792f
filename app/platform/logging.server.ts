import { type Logger, pino } from 'pino'

export type { Logger }

/** Field names whose values are never logged, at any depth. */
const SECRET_NAMES = [
  ...['password', 'passphrase', 'secret', 'secretKey', 'webhookSecret', 'token', 'authorization', 'cookie'],
  ...['smtpUrl', 'databaseUrl'],
]

/** Logs JSON lines to standard output. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
  })
}
