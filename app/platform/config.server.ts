import { isIP } from 'node:net'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import type { Secret } from './secret'
import { readStoredSecret } from './stored-secret.server'

/** The operator's configuration, read once at startup; see README for each variable. */
export interface Config {
  port: number
  host: string
  /** Public address without a trailing slash, such as https://photos.example.com */
  siteUrl: string
  dataDir: string
  /** PostgreSQL address; SQLite in dataDir when undefined. */
  databaseUrl: string | undefined
  smtpUrl: string | undefined
  /** Overrides the sender in the studio's settings. */
  mailFrom: string | undefined
  secret: Secret
  /** The secret was generated into a file of dataDir. */
  isSecretKept: boolean
  /** Number of trusted proxy hops, or CIDRs of trusted proxies; undefined: forwarded headers are ignored. */
  trustProxy: number | string[] | undefined
  /** HSTS also covers subdomains. */
  hstsSubdomains: boolean
  demo: boolean
  logLevel: (typeof LOG_LEVELS)[number]
  rateLimitScale: number
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** An invalid configuration. The message is a sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const address = (name: string, protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
  })

const environment = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(3000)
    .catch(() => fail('PORT must be a whole number from 0 to 65535, such as 3000.')),
  HOST: z.string().default('127.0.0.1'),
  SITE_URL: address('SITE_URL', ['http:', 'https:'])
    .refine((value) => !URL.canParse(value) || isBareOrigin(new URL(value)), {
      error: 'SITE_URL must be an address without a path, such as https://photos.example.com',
    })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: address('DATABASE_URL', ['postgres:', 'postgresql:']).optional(),
  S3_BUCKET: z
    .undefined({
      error: 'S3_BUCKET is set, but this version stores photos only in DATA_DIR. Unset it to start.',
    })
    .optional(),
  SMTP_URL: address('SMTP_URL', ['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => /^[^\s@<>,;]+@[^\s@<>,;]+$|^[^\r\n<>@]+<[^\s@<>,;]+@[^\s@<>,;]+>$/.test(value), {
      error: 'MAIL_FROM must be an email address, such as Your Studio <hello@example.com>',
    })
    .optional(),
  SECRET: z.string().min(32, { error: 'SECRET must have at least 32 characters.' }).optional(),
  SECRET_PREVIOUS: z
    .string()
    .transform((value) => value.split(',').map((each) => each.trim()))
    .refine((previous) => previous.every((each) => each.length >= 32), {
      error:
        'SECRET_PREVIOUS must be former values of SECRET, separated by commas, of at least 32 characters each.',
    })
    .default([]),
  TRUST_PROXY: z.string().optional(),
  HSTS_SUBDOMAINS: z
    .enum(['0', '1'], { error: 'HSTS_SUBDOMAINS must be 0, or 1 to require HTTPS below your domain too.' })
    .default('0'),
  DEMO: z.enum(['0', '1'], { error: 'DEMO must be 0 (start empty) or 1.' }).default('1'),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.` })
    .default('info'),
  RATE_LIMIT_SCALE: z.coerce
    .number()
    .positive()
    .default(1)
    .catch(() => fail('RATE_LIMIT_SCALE must be a number above 0, such as 1.')),
})

function fail(sentence: string): never {
  throw new ConfigError(sentence)
}

const isBareOrigin = (url: URL) => url.pathname === '/' && !url.search && !url.hash && !url.username

/**
 * Reads the configuration from the environment.
 * @throws ConfigError with a sentence that says how to fix it
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(given)
  if (!parsed.success) throw new ConfigError(parsed.error.issues[0]?.message ?? 'The settings can’t be read.')
  const e = parsed.data
  const dataDir = resolve(e.DATA_DIR)
  return {
    port: e.PORT,
    host: e.HOST,
    siteUrl: e.SITE_URL ? new URL(e.SITE_URL).origin : `http://localhost:${e.PORT}`,
    dataDir,
    databaseUrl: e.DATABASE_URL,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    secret: withPrevious(e.SECRET ? [e.SECRET] : readStoredSecret(dataDir), e.SECRET_PREVIOUS),
    isSecretKept: e.SECRET === undefined,
    trustProxy: readTrustProxy(e.TRUST_PROXY),
    hstsSubdomains: e.HSTS_SUBDOMAINS === '1',
    demo: e.DEMO === '1',
    logLevel: e.LOG_LEVEL,
    rateLimitScale: e.RATE_LIMIT_SCALE,
  }
}

function readTrustProxy(value: string | undefined): number | string[] | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const ranges = value.split(',').map((range) => range.trim())
  const isRange = (range: string) =>
    isIP(range.split('/')[0] ?? '') !== 0 && (!range.includes('/') || ipaddr.isValidCIDR(range))
  if (!ranges.every(isRange))
    fail('TRUST_PROXY must be a number of hops, such as 1, or addresses such as 10.0.0.0/8,192.168.1.5')
  return ranges
}

function withPrevious([current, ...kept]: readonly [string, ...string[]], previous: string[]): Secret {
  const accepted = [...new Set([...kept, ...previous])].filter((each) => each !== current)
  return accepted.length === 0 ? current : [current, ...accepted]
}
