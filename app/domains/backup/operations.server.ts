import { randomBytes } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { placeOfRequest, type Whereabouts } from '~/domains/accounts/sign-ins/log.server'
import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { enqueue, isJobWaiting } from '~/platform/jobs/queue.server'
import type { Logger } from '~/platform/logging.server'
import { openToken, sealToken } from '~/platform/sealed-token.server'
import type { ByteSource } from '~/platform/storage/model'
import { dateOf, momentLabel } from '~/platform/time'
import { VERSION } from '~/platform/version'
import { draftOf, type ExportDeps, exportEverything } from './export.server'
import { CLEAR_EXPORT, type ExportLine, KEPT_MS, MAKE_EXPORT } from './model'
import {
  deleteExport,
  failExport,
  finishExport,
  insertExport,
  selectExport,
  selectExports,
} from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

type Files = { config: Pick<Config, 'dataDir'> }

export type ExportRequested = { ok: true } | { ok: false; reason: 'in-the-making' }

/** Queues an export, unless one is queued or running. */
export async function requestExport({
  db,
  clock,
  author,
  ...scope
}: Deps & Whereabouts & { author: Author }): Promise<ExportRequested> {
  return await transact(db, async (tx): Promise<ExportRequested> => {
    const begun = (await selectExports(tx)).filter(({ state }) => state === 'making')
    if (begun.length > 0 && (await isBeingMade(tx))) return { ok: false, reason: 'in-the-making' }
    for (const { id } of begun) await giveUpExport({ db: tx, clock }, id)
    const id = newExportId()
    await insertExport(tx, { id, requestedBy: author.name, at: clock.now() })
    await enqueue({ db: tx, clock }, { kind: MAKE_EXPORT, payload: { id }, uniqueKey: MAKE_EXPORT })
    const done = { action: 'export-requested', subject: 'Everything', accountId: author.uid } as const
    await recordAction({ db: tx, clock, author }, { ...done, place: placeOfRequest(scope) })
    return { ok: true }
  })
}

/** If every attempt crashed, no job is left, and the export counts as failed. */
const isBeingMade = (db: Db): Promise<boolean> => isJobWaiting(db, MAKE_EXPORT)

/** Marks an export as failed. Partial files are deleted together with the archive. */
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
  const zone = (await readSettings({ db })).studio.timeZone
  const isRunning = await isBeingMade(db)
  return (await selectExports(db)).map((row) => ({
    id: row.id,
    state: row.state === 'making' && !isRunning ? 'failed' : row.state,
    requestedBy: row.requested_by,
    asked: momentLabel(row.created_at, zone),
    until: momentLabel((row.finished_at ?? row.created_at) + KEPT_MS, zone),
    bytes: row.bytes ?? 0,
    photos: row.photos ?? 0,
    missing: JSON.parse(row.missing),
  }))
}

/** Runs the export job. A retry starts over. */
export async function makeExport(
  deps: Deps & ExportDeps & { log: Logger },
  id: string,
  { signal, isLastAttempt }: { signal: AbortSignal; isLastAttempt: boolean },
): Promise<void> {
  const { db, clock, config, log } = deps
  if ((await selectExport(db, id))?.state !== 'making') return
  const file = fileOf({ config }, id)
  await mkdir(folderOf({ config }), { recursive: true, mode: 0o700 })
  try {
    const exported = await exportEverything(deps, { file, signal })
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

/** Deletes an archive and its file. */
export async function clearExport({ db, config }: { db: Db } & Files, id: string): Promise<void> {
  const file = fileOf({ config }, id)
  for (const path of [file, draftOf(file)]) await rm(path, { force: true })
  await deleteExport(db, id)
}

export interface OpenExport {
  name: string
  bytes: number
  /** Opens the file for reading. @param range first and last byte, inclusive */
  open(range: { start: number; end: number }): Promise<ByteSource>
}

/** A finished archive; undefined: not found. */
export async function openExport(
  { db, config }: { db: Db } & Files,
  id: string,
): Promise<OpenExport | undefined> {
  const row = /^[0-9a-f]{32}$/.test(id) ? await selectExport(db, id) : undefined
  if (row?.state !== 'ready') return undefined
  const path = fileOf({ config }, id)
  const found = await stat(path).catch(() => undefined)
  if (found?.size !== row.bytes) return undefined
  const zone = (await readSettings({ db })).studio.timeZone
  const name = `everything-${dateOf(row.created_at, zone)}.zip`
  return { name, bytes: found.size, open: (range) => openPart(path, range) }
}

async function openPart(path: string, { start, end }: { start: number; end: number }): Promise<ByteSource> {
  const file = await open(path)
  let at = start
  return {
    read: async (into) => {
      const { bytesRead } = await file.read(into, 0, Math.min(into.length, end + 1 - at), at)
      if (bytesRead === 0 && at <= end) throw new Error('The archive is shorter than it was.')
      at += bytesRead
      return bytesRead
    },
    close: () => file.close(),
  }
}

const folderOf = ({ config }: Files) => join(config.dataDir, 'exports')
const fileOf = ({ config }: Files, id: string) => join(folderOf({ config }), `${id}.zip`)

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
