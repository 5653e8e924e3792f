import { existsSync, statfsSync, statSync } from 'node:fs'
import { LATE_MS, readName, unusableSentence, verifiedPath } from '~/domains/backup/backups/model'
import { readLateBackup } from '~/domains/backup/backups/runs.server'
import { hasBackedUp } from '~/domains/backup/backups/store.server'
import {
  checkTarget,
  hasPassphrase,
  listNames,
  openTarget,
  placeOf,
} from '~/domains/backup/backups/target.server'
import { recognizeInstallation } from '~/domains/files/installation.server'
import { checkSenderDomain } from '~/domains/newsletter/domain-check/operations.server'
import { readMailServerUrl } from '~/domains/outbox/mail-server.server'
import { bytesLabel } from '~/platform/bytes-label'
import type { Clock } from '~/platform/clock'
import { type Config, readConfig } from '~/platform/config.server'
import { type Db, databaseExists, openDatabase } from '~/platform/db/database.server'
import { readMigrations, refuseUnknownVersion } from '~/platform/db/migrate.server'
import { probeDatabase } from '~/platform/db/probe.server'
import { signInToServer } from '~/platform/mail/mailer.server'
import { secretsOf } from '~/platform/secret'
import type { S3Settings } from '~/platform/storage/model'
import { openStorage } from '~/platform/storage/open-storage.server'
import { VERSION } from '~/platform/version'
import { migrations } from '../migrations/all'
import { checkClock, checkProxy } from './doctor-site'
import { advice, type Finding, right, wrong } from './finding'
import { sentenceFor } from './process'
import type { Streams } from './streams'

export const DOCTOR_HELP = `Checks the installation, and says what to do about what is wrong.

  npm run cli -- doctor

  --help   this text

It checks the configuration, the disk, the database, the storage, the mail server and the sender's domain, the clock,
the backups, and the proxy in front of the site. It changes nothing, and prints no password or key. Run it with the
same variables as the site, while the site runs. It exits with 1 if something is wrong.
`

interface Deps {
  config: Config
  db: Db
  clock: Clock
}

const DATABASE = 'Database'
/** What can't be checked without the database. */
const IN_DATABASE = ['Storage', 'Mail', 'Sender']

const CHECKS: [name: string, check: (deps: Deps) => Promise<Finding[]> | Finding[]][] = [
  ['Configuration', checkConfiguration],
  ['Disk', checkDisk],
  [DATABASE, checkDatabase],
  ['Storage', checkStorage],
  ['Mail', checkMail],
  ['Sender', checkSender],
  ['Clock', checkClock],
  ['Backups', checkBackups],
  ['Proxy', checkProxy],
]

const MARKS = { right: 'OK   ', advice: 'Note ', wrong: 'Wrong' }

/** `doctor`. @returns the exit code: 0, 1 when something is wrong, 2 when the command was not understood */
export async function doctorCommand(
  env: Record<string, string | undefined>,
  args: string[],
  clock: Clock,
  { out, err }: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  if (args.length > 0) {
    const isHelp = ['--help', '-h'].includes(args[0] ?? '')
    ;(isHelp ? out : err).write(DOCTOR_HELP)
    return isHelp ? 0 : 2
  }
  out.write(`Version ${VERSION}\n`)
  const secrets = secretsIn(env)
  const findings: Finding[] = []
  for await (const [name, finding] of examine(env, clock, secrets)) {
    findings.push(finding)
    out.write(`${MARKS[finding.state]}  ${name}: ${withoutSecrets(finding.sentence, secrets)}\n`)
  }
  const count = findings.filter(({ state }) => state === 'wrong').length
  out.write(
    count === 0 ? 'Nothing is wrong.\n' : `${count === 1 ? '1 thing is' : `${count} things are`} wrong.\n`,
  )
  return count === 0 ? 0 : 1
}

/** @param secrets gets those that the configuration adds */
async function* examine(
  env: Record<string, string | undefined>,
  clock: Clock,
  secrets: string[],
): AsyncGenerator<[name: string, Finding]> {
  const dataDir = env.DATA_DIR || './data'
  if (!existsSync(dataDir)) {
    yield [
      'Configuration',
      wrong(`There is no folder ${dataDir} yet. Start the site once, or correct DATA_DIR.`),
    ]
    return
  }
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    yield ['Configuration', wrong(whatFailed(error))]
    return
  }
  secrets.push(...secretsOf(config.secret))
  const db = openDatabase(config)
  try {
    let isDatabaseWrong = false
    for (const [name, check] of CHECKS) {
      if (isDatabaseWrong && IN_DATABASE.includes(name)) continue
      const findings = await Promise.try(() => check({ config, db, clock })).catch((error: unknown) => [
        wrong(whatFailed(error)),
      ])
      for (const finding of findings) yield [name, finding]
      if (name !== DATABASE || !findings.some(({ state }) => state === 'wrong')) continue
      isDatabaseWrong = true
      for (const each of IN_DATABASE)
        yield [each, advice('It wasn’t checked, since that needs the database.')]
    }
  } finally {
    await db.destroy()
  }
}

/** The sentence for the operator, or the error's message. */
const whatFailed = (error: unknown): string =>
  sentenceFor(error) ?? (error instanceof Error ? error.message : String(error))

/** Passwords and keys of the environment, which error messages of servers may repeat. */
function secretsIn(env: Record<string, string | undefined>): string[] {
  const passwords = [env.SMTP_URL, env.DATABASE_URL].flatMap((url) =>
    url && URL.canParse(url) ? [new URL(url).password, decodeURIComponent(new URL(url).password)] : [],
  )
  const plain = [
    env.SECRET,
    ...(env.SECRET_PREVIOUS ?? '').split(','),
    env.S3_SECRET_ACCESS_KEY,
    env.BACKUP_S3_SECRET_ACCESS_KEY,
    env.METRICS_TOKEN,
  ]
  return [...passwords, ...plain].flatMap((each) => each?.trim() || [])
}

/** A shorter one is no secret, and hiding it would make other words unreadable. */
const SECRET_MIN = 4

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter(({ length }) => length >= SECRET_MIN)
    .reduce((shown, secret) => shown.replaceAll(secret, '•••'), text)

function checkConfiguration({ config }: Deps): Finding[] {
  const url = new URL(config.siteUrl)
  const findings = [right(`The site’s address is ${config.siteUrl}, its data is in ${config.dataDir}.`)]
  if (isLocal(url))
    findings.push(advice('Links in emails work only on this machine. Set SITE_URL to your public address.'))
  else if (url.protocol === 'http:')
    findings.push(
      wrong(
        'SITE_URL begins with http://, so passwords cross the network unencrypted. Set up HTTPS, then change SITE_URL.',
      ),
    )
  return findings
}

const isLocal = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Below this share of the disk, or this many bytes, uploads and backups soon fail. */
const LOW_SHARE = 0.05
const LOW_BYTES = 2e9

function checkDisk({ config: { dataDir } }: Deps): Finding[] {
  const { bavail, blocks, bsize } = statfsSync(dataDir)
  const free = `${bytesLabel(bavail * bsize)} of ${bytesLabel(blocks * bsize)} are free on the disk with DATA_DIR`
  const findings =
    bavail * bsize < LOW_BYTES || bavail / blocks < LOW_SHARE
      ? [wrong(`Only ${free}. Free up space, or move DATA_DIR to a larger disk.`)]
      : [right(`${free}.`)]
  if (process.platform !== 'win32' && (statSync(dataDir).mode & 0o077) !== 0)
    findings.push(wrong(`Other users of this machine can open ${dataDir}. Run: chmod 700 ${dataDir}`))
  return findings
}

async function checkDatabase({ config, db }: Deps): Promise<Finding[]> {
  if (!databaseExists(config)) return [wrong('There is no database yet. Start the site once.')]
  await refuseUnknownVersion(db, Object.keys(migrations))
  const waiting = Object.keys(migrations).length - (await readMigrations(db)).length
  if (waiting > 0) return [advice('It’s from an earlier version. The next start upgrades it.')]
  await probeDatabase(db, config.dataDir, 2_000)
  return [right(`${config.databaseUrl ? 'PostgreSQL' : 'SQLite'} can be read and written.`)]
}

async function checkStorage({ config, db, clock }: Deps): Promise<Finding[]> {
  const storage = await openStorage(config)
  await storage.check()
  await recognizeInstallation({ config, db, clock, storage })
  return [
    right(
      `Photos can be read and stored in ${config.s3 ? `the bucket ${config.s3.bucket}` : config.dataDir}.`,
    ),
  ]
}

async function checkMail(deps: Deps): Promise<Finding[]> {
  const url = await readMailServerUrl(deps)
  if (url === undefined)
    return [
      wrong('There is no mail server, so emails wait. Set one up in the Studio under Settings › Sender.'),
    ]
  const { host } = new URL(url)
  try {
    await signInToServer(url)
    return [right(`The mail server ${host} accepts the site.`)]
  } catch (error) {
    const answer = withoutSecrets(whatFailed(error), secretsIn({ SMTP_URL: url }))
    return [
      wrong(
        `The mail server ${host} doesn’t accept the site: ${answer}. Correct it in the Studio under Settings › Sender, or in SMTP_URL.`,
      ),
    ]
  }
}

async function checkSender(deps: Deps): Promise<Finding[]> {
  if ((await readMailServerUrl(deps)) === undefined) return []
  const checked = await checkSenderDomain(deps, { selector: '' })
  if (!checked.ok) return []
  return checked.findings.map(({ name, state, sentence, record }) => {
    const add = record ? ` At your domain’s provider: ${record.name} ${record.type} "${record.value}"` : ''
    const found = `${name}. ${sentence}${add}`
    return state === 'ok' ? right(found) : state === 'missing' ? wrong(found) : advice(found)
  })
}

async function checkBackups({ config, db, clock }: Deps): Promise<Finding[]> {
  const target = await openTarget(config)
  await checkTarget(target, config)
  const [newest] = await listNames(target)
  if (newest === undefined)
    return [
      wrong(
        (await hasMade(db))
          ? `${unusableSentence('emptied', placeOf(config))} To start over in it, run: npm run cli -- backup create --new`
          : `There are no backups in ${placeOf(config)}. Run: npm run cli -- backup create`,
      ),
    ]
  const findings: Finding[] = []
  const age = clock.now() - (readName(newest)?.at ?? 0)
  if (age > LATE_MS)
    findings.push(
      wrong(`The newest backup, ${newest}, is more than 26 hours old. Run: npm run cli -- backup create`),
    )
  else if (!(await target.exists(verifiedPath(newest))))
    findings.push(
      wrong(`The newest backup, ${newest}, wasn’t read back. Run: npm run cli -- backup verify ${newest}`),
    )
  else findings.push(right(`The newest, ${newest}, was read back.`))
  const failure = await lastFailure({ db, clock })
  if (failure) findings.push(wrong(`The last one failed. ${failure}`))
  if (!(await hasPassphrase(target)))
    findings.push(wrong('Only this server can open the backups. Run: npm run cli -- backup passphrase'))
  if (config.backupS3 && config.s3 && sameBucket(config.backupS3, config.s3))
    findings.push(
      advice('They’re in the same bucket as your photos, and lost with it. Set BACKUP_S3_BUCKET to another.'),
    )
  if (!config.backupS3 && statSync(config.backupDir).dev === statSync(config.dataDir).dev)
    findings.push(
      advice('They’re on the same disk as DATA_DIR, and fail with it. Set BACKUP_DIR to another disk.'),
    )
  return findings
}

/** Whether the site has made backups. A database that can’t be read doesn’t say so. */
const hasMade = (db: Db): Promise<boolean> => hasBackedUp(db).catch(() => false)

const lastFailure = async (deps: Pick<Deps, 'db' | 'clock'>): Promise<string> =>
  (await readLateBackup(deps).catch(() => undefined))?.note ?? ''

const sameBucket = (one: S3Settings, other: S3Settings): boolean =>
  one.bucket === other.bucket && one.endpoint === other.endpoint
