import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import type { Secret } from './secret'
import { isKey, type S3Settings } from './storage/model'
import { readStoredSecret } from './stored-secret.server'

/** The operator's configuration, read once at startup; see README for each variable. */
export interface Config {
  port: number
  host: string
  /** Public address without a trailing slash, such as https://photos.example.com */
  siteUrl: string
  dataDir: string
  /** The folder of the backups, unless they are in a bucket. */
  backupDir: string
  /** The bucket of the backups; undefined: they are in backupDir. */
  backupS3: S3Settings | undefined
  /** PostgreSQL address; SQLite in dataDir when undefined. */
  databaseUrl: string | undefined
  /** The bucket of the photos and other files; undefined: they are in dataDir. */
  s3: S3Settings | undefined
  /** Origin from which public photos are loaded; undefined: the site's. */
  mediaUrl: string | undefined
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
  /** Name of the migration up to which an upgrade that can't be undone is confirmed. */
  oneWayUpgrade: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  rateLimitScale: number
  /** Online payments; undefined: there is no trace of them. */
  stripe: StripeSettings | undefined
  /** Bearer token for /metrics; undefined: there is no such page. */
  metricsToken: string | undefined
  /** How long the site still answers after SIGTERM, in seconds. */
  drainSeconds: number
}

/** Keys of a Stripe account. */
export interface StripeSettings {
  secretKey: string
  /** Signing secret of the webhook endpoint. */
  webhookSecret: string
  /** Origin of the API. */
  apiUrl: string
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

type BucketPrefix = 'S3_' | 'BACKUP_S3_'

/** The variables of a bucket. */
const bucketVariables = <P extends BucketPrefix>(prefix: P) => {
  const named = <N extends string, T>(name: N, type: T) =>
    ({ [prefix + name]: type }) as Record<`${P}${N}`, T>
  return {
    ...named(
      'ENDPOINT',
      address(`${prefix}ENDPOINT`, ['http:', 'https:'])
        .refine((value) => !URL.canParse(value) || !hasCredentials(new URL(value)), {
          error: `${prefix}ENDPOINT must be an address without a password, such as https://s3.example.com. The keys are ${prefix}ACCESS_KEY_ID and ${prefix}SECRET_ACCESS_KEY.`,
        })
        .optional(),
    ),
    ...named(
      'REGION',
      z
        .string()
        .regex(/^[a-z0-9-]+$/, {
          error: `${prefix}REGION must be the name of a region, such as eu-central-1.`,
        })
        .optional(),
    ),
    ...named(
      'BUCKET',
      z
        .string()
        .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
          error: `${prefix}BUCKET must be the name of a bucket, such as my-photos, without an address or a path.`,
        })
        .optional(),
    ),
    ...named(
      'PREFIX',
      z
        .string()
        .transform((value) => value.replace(/\/$/, ''))
        .refine(isKey, {
          error: `${prefix}PREFIX must be a path inside the bucket, such as studio or studios/north.`,
        })
        .optional(),
    ),
    ...named('ACCESS_KEY_ID', z.string().optional()),
    ...named('SECRET_ACCESS_KEY', z.string().optional()),
    ...named(
      'FORCE_PATH_STYLE',
      z
        .enum(['0', '1'], {
          error: `${prefix}FORCE_PATH_STYLE must be 0, or 1 if the bucket’s name follows the address of the store.`,
        })
        .optional(),
    ),
  }
}

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
  BACKUP_DIR: z.string().optional(),
  DATABASE_URL: address('DATABASE_URL', ['postgres:', 'postgresql:']).optional(),
  MEDIA_URL: address('MEDIA_URL', ['http:', 'https:'])
    .refine((value) => !URL.canParse(value) || isBareOrigin(new URL(value)), {
      error: 'MEDIA_URL must be an address without a path, such as https://photos.example-cdn.com',
    })
    .optional(),
  ...bucketVariables('S3_'),
  ...bucketVariables('BACKUP_S3_'),
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
  ONE_WAY_UPGRADE: z.string().optional(),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.` })
    .default('info'),
  RATE_LIMIT_SCALE: z.coerce
    .number()
    .positive()
    .default(1)
    .catch(() => fail('RATE_LIMIT_SCALE must be a number above 0, such as 1.')),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, {
      error: 'STRIPE_SECRET_KEY must be a secret or restricted key, which begins with sk_ or rk_.',
    })
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, {
      error:
        'STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook endpoint, which begins with whsec_.',
    })
    .optional(),
  STRIPE_API_URL: address('STRIPE_API_URL', ['http:', 'https:']).default('https://api.stripe.com'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, {
      error: 'METRICS_TOKEN must have at least 16 characters, without spaces.',
    })
    .optional(),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(300)
    .default(0)
    .catch(() => fail('DRAIN_SECONDS must be a number from 0 to 300, such as 10.')),
})

function fail(sentence: string): never {
  throw new ConfigError(sentence)
}

const hasCredentials = ({ username, password }: URL) => username !== '' || password !== ''

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
  if (e.BACKUP_DIR !== undefined && e.BACKUP_S3_BUCKET !== undefined)
    fail('Backups have one place. Unset BACKUP_DIR, or BACKUP_S3_BUCKET and the variables beside it.')
  const dataDir = resolve(e.DATA_DIR)
  return {
    port: e.PORT,
    host: e.HOST,
    siteUrl: e.SITE_URL ? new URL(e.SITE_URL).origin : `http://localhost:${e.PORT}`,
    dataDir,
    backupDir: e.BACKUP_DIR ? resolve(e.BACKUP_DIR) : join(dataDir, 'backups'),
    databaseUrl: e.DATABASE_URL,
    s3: readBucket(e, 'S3_', 'DATA_DIR'),
    backupS3: readBucket(e, 'BACKUP_S3_', 'BACKUP_DIR'),
    mediaUrl: e.MEDIA_URL && new URL(e.MEDIA_URL).origin,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    secret: withPrevious(e.SECRET ? [e.SECRET] : readStoredSecret(dataDir), e.SECRET_PREVIOUS),
    isSecretKept: e.SECRET === undefined,
    trustProxy: readTrustProxy(e.TRUST_PROXY),
    hstsSubdomains: e.HSTS_SUBDOMAINS === '1',
    demo: e.DEMO === '1',
    oneWayUpgrade: e.ONE_WAY_UPGRADE,
    logLevel: e.LOG_LEVEL,
    rateLimitScale: e.RATE_LIMIT_SCALE,
    stripe: readStripe(e),
    metricsToken: e.METRICS_TOKEN,
    drainSeconds: e.DRAIN_SECONDS,
  }
}

type Environment = z.output<typeof environment>

/** All of a bucket's settings or none, so that a forgotten one doesn't put files elsewhere. */
function readBucket(e: Environment, prefix: BucketPrefix, otherwise: string): S3Settings | undefined {
  const bucket = e[`${prefix}BUCKET`]
  if (bucket === undefined) {
    const given = Object.entries(e).find(([name, value]) => name.startsWith(prefix) && value !== undefined)
    if (!given) return undefined
    fail(
      `${prefix}BUCKET is missing. Set it to the name of your bucket, or unset ${given[0]} to use ${otherwise}.`,
    )
  }
  const accessKeyId = e[`${prefix}ACCESS_KEY_ID`]
  if (accessKeyId === undefined)
    fail(
      `${prefix}ACCESS_KEY_ID is missing. Set it to the id of a key that can read and write ${prefix}BUCKET.`,
    )
  const secretAccessKey = e[`${prefix}SECRET_ACCESS_KEY`]
  if (secretAccessKey === undefined)
    fail(
      `${prefix}SECRET_ACCESS_KEY is missing. Set it to the secret that belongs to ${prefix}ACCESS_KEY_ID.`,
    )
  const [endpoint, region] = [e[`${prefix}ENDPOINT`], e[`${prefix}REGION`]]
  if (region === undefined && endpoint === undefined)
    fail(`${prefix}REGION is missing. Set it to the region of your bucket, such as eu-central-1.`)
  const path = e[`${prefix}PREFIX`]
  return {
    ...{ endpoint, region: region ?? 'us-east-1', bucket },
    prefix: path === undefined ? '' : `${path}/`,
    ...{ accessKeyId, secretAccessKey },
    forcePathStyle: e[`${prefix}FORCE_PATH_STYLE`] === '1',
  }
}

/** Both keys or none: a payment counts only once a webhook has confirmed it. */
function readStripe(e: Environment): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = e
  if (secretKey === undefined && webhookSecret === undefined) return undefined
  if (secretKey === undefined)
    fail('STRIPE_SECRET_KEY is missing. Set it to your key, or unset STRIPE_WEBHOOK_SECRET.')
  if (webhookSecret === undefined)
    fail(
      'STRIPE_WEBHOOK_SECRET is missing. Set it to the signing secret of the webhook endpoint at Stripe, or unset STRIPE_SECRET_KEY.',
    )
  return { secretKey, webhookSecret, apiUrl: new URL(e.STRIPE_API_URL).origin }
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
