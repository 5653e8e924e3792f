import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import type { Logger } from '~/platform/logging.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import { momentLabel } from '~/platform/time'
import type { DeliverySize } from '../../access/model'
import { faultLetter } from './emails.server'
import {
  deleteFaults,
  deleteFaultsOfGallery,
  type FaultyGallery,
  insertFault,
  isOtherFaultSince,
  selectFaults,
  selectFaulty,
  selectFaultyGalleries,
  selectFaultyPhotos,
} from './store.server'

export interface FaultDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl'>
  log: Logger
}

export interface Fault {
  photoId: string
  size: DeliverySize
  /** For people: what is wrong. */
  sentence: string
}

/** A lost disk takes many photographs at once: one letter an hour says so. */
const LETTER_EVERY_MS = 3_600_000
const SHOWN = 200

/** Writes down what cannot be handed over, and tells the studio once. */
export async function tellFault(deps: FaultDeps, fault: Fault): Promise<void> {
  const { db, clock, config, log } = deps
  const photo = await selectFaulty(db, fault.photoId)
  log.error({ ...fault, gallery: photo?.galleryId }, 'a photograph cannot be handed over')
  const { studio } = await readSettings({ db })
  const letter =
    photo && faultLetter(letterheadOf(studio, config.siteUrl), { ...photo, sentence: fault.sentence })
  await transact(db, async (tx) => {
    const now = clock.now()
    const row = { photo_id: fault.photoId, size: fault.size, sentence: fault.sentence, found_at: now }
    const isNew = await insertFault(tx, row)
    if (!isNew || !letter) return
    if (!(await isOtherFaultSince(tx, fault, now - LETTER_EVERY_MS)))
      await queueMail({ db: tx, clock, config }, letter)
  })
}

/** It can be handed over again. */
export const forgetFaults = (db: Db, photoId: string, sizes: readonly DeliverySize[]): Promise<void> =>
  deleteFaults(db, photoId, sizes)

/** What cannot be handed over of a gallery, the oldest first. */
export async function listFaults({ db }: { db: Db }, galleryId: string, zone: string) {
  const faults = await selectFaults(db, galleryId, SHOWN)
  return faults.map((fault) => ({ ...fault, found: momentLabel(fault.foundAt, zone) }))
}

/** Photos of a gallery that could not be handed over in a size; the first 200. */
export const listFaultyPhotos = async (
  db: Db,
  galleryId: string,
  size: DeliverySize,
): Promise<ReadonlySet<string>> => new Set(await selectFaultyPhotos(db, { galleryId, size, limit: SHOWN }))

/** Galleries of which clients cannot get everything; what was found last comes first. */
export const listFaultyGalleries = ({ db }: { db: Db }): Promise<FaultyGallery[]> => selectFaultyGalleries(db)

/** What is wrong with a gallery’s photographs is to be found out anew. */
export const forgetFaultsOfGallery = (db: Db, galleryId: string): Promise<void> =>
  deleteFaultsOfGallery(db, galleryId)
