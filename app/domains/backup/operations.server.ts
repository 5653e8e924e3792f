import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { placeOfRequest, type Whereabouts } from '~/domains/accounts/sign-ins/log.server'
import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readZone } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { enqueue, isJobWaiting } from '~/platform/jobs/queue.server'
import type { Logger } from '~/platform/logging.server'
import { openToken, sealToken } from '~/platform/sealed-token.server'
import { seal, unseal } from '~/platform/sealing.server'
import type { ByteSource } from '~/platform/storage/model'
import type { Storage } from '~/platform/storage/storage.server'
import { dateOf, momentLabel } from '~/platform/time'
import { VERSION } from '~/platform/version'
import { hasPassphrase, openTarget, openWithPassphrase } from './backups/target.server'
import { type ExportDeps, exportEverything } from './export.server'
import { CLEAR_EXPORT, type ExportLine, KEPT_MS, MAKE_EXPORT } from './model'
import {
  deleteExport,
  failExport,
  finishExport,
  insertExport,
  selectExport,
  selectExports,
  sumOriginals,
} from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

interface Files {
  storage: Storage
}

export type ExportRequested =
  | { ok: true }
  | { ok: false; reason: 'in-the-making' | 'no-passphrase' | 'wrong-passphrase' }

/**
 * Queues an export, unless one is queued or running.
 * @param passphrase the recovery passphrase as typed, to which the archive is encrypted; undefined: it isn't encrypted
 */
export async function requestExport(
  {
    db,
    clock,
    author,
    config,
    ...scope
  }: Deps &
    Whereabouts & { author: Author; config: Pick<Config, 'secret'> & Parameters<typeof openTarget>[0] },
  { passphrase }: { passphrase?: string | undefined } = {},
): Promise<ExportRequested> {
  // A mistyped passphrase would make an archive that no one can open.
  if (passphrase !== undefined) {
    const target = await openTarget(config)
    if (!(await hasPassphrase(target))) return { ok: false, reason: 'no-passphrase' }
    if (!(await openWithPassphrase(target, passphrase))) return { ok: false, reason: 'wrong-passphrase' }
  }
  const sealed = passphrase === undefined ? null : seal(config.secret, 'exportPassphrase', passphrase)
  return await transact(db, async (tx): Promise<ExportRequested> => {
    const begun = (await selectExports(tx)).filter(({ state }) => state === 'making')
    if (begun.length > 0 && (await isBeingMade(tx))) return { ok: false, reason: 'in-the-making' }
    for (const { id } of begun) await giveUpExport({ db: tx, clock }, id)
    const id = newExportId()
    await insertExport(tx, { id, requestedBy: author.name, passphrase: sealed, at: clock.now() })
    await enqueue({ db: tx, clock }, { kind: MAKE_EXPORT, payload: { id }, uniqueKey: MAKE_EXPORT })
    const done = { action: 'export-requested', subject: 'Everything', accountId: author.uid } as const
    await recordAction({ db: tx, clock, author }, { ...done, place: placeOfRequest(scope) })
    return { ok: true }
  })
}

/** If every attempt crashed, no job is left, and the export counts as failed. */
const isBeingMade = (db: Db): Promise<boolean> => isJobWaiting(db, MAKE_EXPORT)

/** Marks an export as failed. */
async function giveUpExport({ db, clock }: Deps, id: string): Promise<void> {
  await failExport(db, id, clock.now())
  await enqueueClearing({ db, clock }, id)
}

const enqueueClearing = ({ db, clock }: Deps, id: string): Promise<void> =>
  enqueue({ db, clock }, { kind: CLEAR_EXPORT, payload: { id }, runAt: clock.now() + KEPT_MS })

/** 128 random bits as 32 hexadecimal digits. */
const newExportId = () => randomBytes(16).toString('hex')

/** Existing archives, newest first. */
export async function listExports({ db }: { db: Db }): Promise<ExportLine[]> {
  const zone = await readZone({ db })
  const isRunning = await isBeingMade(db)
  return (await selectExports(db)).map((row) => ({
    id: row.id,
    state: row.state === 'making' && !isRunning ? 'failed' : row.state,
    requestedBy: row.requested_by,
    asked: momentLabel(row.created_at, zone),
    until: momentLabel((row.finished_at ?? row.created_at) + KEPT_MS, zone),
    bytes: row.bytes ?? 0,
    photos: row.photos ?? 0,
    isEncrypted: row.is_encrypted === 1,
    missing: JSON.parse(row.missing),
  }))
}

/** Runs the export job. A retry starts over. */
export async function makeExport(
  deps: Deps & ExportDeps & { log: Logger },
  id: string,
  { signal, isLastAttempt }: { signal: AbortSignal; isLastAttempt: boolean },
): Promise<void> {
  const { db, clock, config, storage, log } = deps
  const row = await selectExport(db, id)
  if (row?.state !== 'making') return
  try {
    await clearForgotten(deps)
    const atMost = await mostBytes(db)
    const exported = await exportEverything(deps, {
      store: (pieces) => storage.putStream(fileOf(id), pieces, atMost),
      passphrase: row.passphrase === null ? undefined : opened(config.secret, row.passphrase),
      signal,
    })
    await transact(db, async (tx) => {
      await finishExport(tx, id, exported, clock.now())
      await enqueueClearing({ db: tx, clock }, id)
    })
  } catch (error) {
    if (!isLastAttempt || signal.aborted) throw error
    log.error({ err: error }, 'the archive of all data could not be made')
    await transact(db, (tx) => giveUpExport({ db: tx, clock }, id))
  }
}

function opened(secret: Config['secret'], sealed: string): string {
  const passphrase = unseal(secret, 'exportPassphrase', sealed)
  if (passphrase === undefined) throw new Error('The passphrase of the export is sealed with another secret.')
  return passphrase
}

/** Space beside the originals: tables, texts and headers, in bytes. */
const BESIDE_PHOTOS = 8 * 1024 ** 3

/** An archive is smaller than this, in bytes. */
const mostBytes = async (db: Db): Promise<number> => 1.1 * (await sumOriginals(db)) + BESIDE_PHOTOS

/** Deletes an archive and its file. */
export async function clearExport(
  deps: { db: Db; clock: Clock; config: Pick<Config, 'dataDir'> } & Files,
  id: string,
): Promise<void> {
  await deps.storage.delete(fileOf(id))
  // Former versions kept archives here.
  for (const end of ['.zip', '.zip.part'])
    await rm(join(deps.config.dataDir, 'exports', `${id}${end}`), { force: true })
  await deleteExport(deps.db, id)
  await clearForgotten(deps)
}

/**
 * Deletes archives whose rows are gone, as after a restore. They contain everything, and were to be kept for three days.
 * Other files stay: people may keep their own there.
 */
async function clearForgotten({ clock, storage }: { clock: Clock } & Files): Promise<void> {
  for await (const key of storage.list(FOLDER))
    if (ARCHIVE.test(key)) await storage.deleteOlder(key, clock.now() - KEPT_MS - DAY_MS)
}

const DAY_MS = 86_400_000

export interface OpenExport {
  name: string
  bytes: number
  type: string
  /** Opens the file for reading. @param range first and last byte, inclusive */
  open(range: { start: number; end: number }): Promise<ByteSource>
}

/** A finished archive; undefined: not found. */
export async function openExport(
  { db, storage }: { db: Db } & Files,
  id: string,
): Promise<OpenExport | undefined> {
  const row = /^[0-9a-f]{32}$/.test(id) ? await selectExport(db, id) : undefined
  if (row?.state !== 'ready') return undefined
  const bytes = await storage.size(fileOf(id))
  if (bytes === undefined || bytes !== row.bytes) return undefined
  const zone = await readZone({ db })
  const isEncrypted = row.is_encrypted === 1
  const name = `everything-${dateOf(row.created_at, zone)}.zip${isEncrypted ? '.age' : ''}`
  const type = isEncrypted ? 'application/octet-stream' : 'application/zip'
  return { name, bytes, type, open: (range) => openPart(storage, fileOf(id), range) }
}

async function openPart(
  storage: Storage,
  key: string,
  { start, end }: { start: number; end: number },
): Promise<ByteSource> {
  const file = await storage.openToRead(key, start)
  if (!file) throw new Error('The archive was deleted before it was sent.')
  let at = start
  return {
    read: async (into) => {
      const length = Math.min(into.length, end + 1 - at)
      const bytesRead = length === 0 ? 0 : await file.read(into.subarray(0, length), at)
      if (bytesRead === 0 && length > 0) throw new Error('The archive is shorter than it was.')
      at += bytesRead
      return bytesRead
    },
    close: () => file.close(),
  }
}

const FOLDER = 'exports/'
const ARCHIVE = /^exports\/[0-9a-f]{32}\.zip$/
const fileOf = (id: string) => `${FOLDER}${id}.zip`

/** Validity of a download token, in milliseconds: enough to resume a download over a slow connection. */
const KEY_LASTS_MS = 86_400_000

interface Download {
  config: Pick<Config, 'secret'>
  /** The archive's id, 32 hexadecimal digits. */
  id: string
  /** The token is valid in this session only. */
  sessionId: string
  /** Milliseconds since 1970. */
  now: number
}

const purposeOf = (sessionId: string) => `download of an export in session ${sessionId}`

/** A token with which one session can resume a download for a day, longer than the recent proof is valid. */
export const downloadKey = ({ config, id, sessionId, now }: Download): string =>
  sealToken(config.secret, purposeOf(sessionId), { id, version: Math.floor(now / 1_000) })

export function isDownloadKey(key: string, { config, id, sessionId, now }: Download): boolean {
  const opened = openToken(config.secret, purposeOf(sessionId), key)
  return opened?.id.replaceAll('-', '') === id && now < opened.version * 1_000 + KEY_LASTS_MS
}

/** The version of the program. */
export const readVersion = (): string => VERSION
