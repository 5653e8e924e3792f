import {
  CLIENT_PHOTO_BYTES,
  CLIENT_PHOTOS_MAX,
  type ClientPhoto,
  photosLabel,
} from '~/domains/photos/client-photos'
import {
  changeClientPhotos,
  listClientPhotos,
  type StoredClientPhoto,
  storeClientPhoto,
} from '~/domains/photos/client-photos.server'
import type { PhotoDeps } from '~/domains/photos/operations.server'
import { cleanFileName } from '~/domains/photos/photo-name'
import { transact } from '~/platform/db/database.server'
import { countHits, tooManySentence } from '~/platform/rate-limit.server'
import type { Question } from '../availability/model'
import { findOfferOf } from '../availability/operations.server'
import { type FieldErrors, questionField } from '../booking-form'
import { isChangeable } from '../policy'
import type { Booking } from '../reservations/model'
import type { ManageDeps } from './changes.server'

const LIMIT = { name: 'client-photos', limit: 20, windowMs: 3_600_000 }

export interface SentPhotos {
  /** Files on disk, by the field of their question. */
  files: { field: string; name: string; path: string; isTooLarge: boolean }[]
  /** There were more than a form can have. */
  isMore: boolean
  /** Ids of photos to remove. */
  removed: string[]
}

export type PhotosSaved =
  /** What is wrong with files, by field; the others are added. `changed`: questions with other photos than before. */
  | { ok: true; errors: FieldErrors; changed: string[] }
  | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

/**
 * Adds photos to the answers of a booking and removes others, each file by itself: one that is refused doesn't keep the
 * others from being added.
 */
export async function saveClientPhotos(
  deps: ManageDeps & Pick<PhotoDeps, 'storage' | 'imaging'> & { clientAddress: string },
  booking: Booking,
  sent: SentPhotos,
): Promise<PhotosSaved> {
  const saved = { ok: true as const, errors: {} as FieldErrors, changed: [] as string[] }
  if (!isChangeable(booking, deps.clock.now())) return saved
  if (sent.files.length > 0) {
    const hit = await countHits(deps, [{ ...LIMIT, network: deps.clientAddress }])
    if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, booking.zone) }
  }
  const { type } = await findOfferOf(deps, booking)
  for (const question of type.questions.filter(({ kind }) => kind === 'photos')) {
    const { refusals, isChanged } = await saveAnswer(deps, booking, question, sent)
    if (refusals.length > 0) saved.errors[questionField(question.id)] = refusals.join(' ')
    if (isChanged) saved.changed.push(question.label)
  }
  return saved
}

async function saveAnswer(
  deps: ManageDeps & Pick<PhotoDeps, 'storage' | 'imaging'>,
  booking: Booking,
  { id, label, required }: Question,
  { files, isMore, removed }: SentPhotos,
): Promise<{ refusals: string[]; isChanged: boolean }> {
  const refusals: string[] = []
  const added: StoredClientPhoto[] = []
  const own = files.filter(({ field }) => field === questionField(id))
  for (const { name, path, isTooLarge } of own) {
    const stored = isTooLarge ? TOO_LARGE : await storeClientPhoto(deps, { file: path, name })
    if (stored.ok) added.push(stored.photo)
    else refusals.push(`${cleanFileName(name)}: ${stored.sentence}`)
  }
  if (isMore && own.length > 0) refusals.push(`You can add up to ${CLIENT_PHOTOS_MAX} photos at a time.`)
  const { leftOut, isChanged, isKept } = await transact(deps.db, (tx) =>
    changeClientPhotos({ ...deps, db: tx }, booking.id, {
      ...{ question: label, added, removed, keepsOne: required },
    }),
  )
  if (leftOut.length > 0)
    refusals.push(
      `An answer can have up to ${CLIENT_PHOTOS_MAX} photos. Not added: ${leftOut.map(({ name }) => name).join(', ')}.`,
    )
  if (isKept) refusals.push('We need at least one photo here, so none was removed.')
  if (refusals.length > 0 && added.length > leftOut.length) refusals.push('The other photos were added.')
  return { refusals, isChanged }
}

const TOO_LARGE = {
  ok: false as const,
  sentence: `This photo is over the ${CLIENT_PHOTO_BYTES / 1024 / 1024} MB limit.`,
}

/** The photos of each question, and how many there are in words, by question. */
export async function readClientPhotos(
  deps: Pick<ManageDeps, 'db'>,
  bookingId: string,
): Promise<{ photos: ClientPhoto[]; labelOf: (question: string) => string }> {
  const photos = await listClientPhotos(deps, bookingId)
  return {
    photos,
    labelOf: (asked) => photosLabel(photos.filter(({ question }) => question === asked).length),
  }
}
