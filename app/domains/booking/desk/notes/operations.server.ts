import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { sha256 } from '~/platform/ids.server'
import { isCleanText } from '~/platform/text'
import { insertEvent, selectBooking } from '../../reservations/store.server'
import { NOTE_MAX } from '../model'
import { replaceNote } from './store.server'

/** Names what a note said, so that a form can tell what it was made from. */
export const noteMark = (note: string): string => sha256(note).slice(0, 16)

export type NoteSaved =
  | { ok: true }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; errors: Record<string, string> }
  /** Somebody else wrote into it since the form was opened. */
  | { ok: false; reason: 'changed-meanwhile'; note: string }

/**
 * Saves what only the studio reads. It has a lock of its own (`seen` is the mark of what the form showed): a note
 * makes no move or answer of the client fail.
 */
export async function saveNote(
  { db, clock, author }: { db: Db; clock: Clock; author: Author },
  { id, note, seen }: { id: string; note: string; seen: string },
): Promise<NoteSaved> {
  const wrong = noteError(note)
  if (wrong) return { ok: false, reason: 'refused', errors: { note: wrong } }
  return await transact(db, async (tx): Promise<NoteSaved> => {
    const booking = await selectBooking(tx, { id })
    if (!booking) return { ok: false, reason: 'missing' }
    const before = booking.privateNote
    if (noteMark(before) !== seen) return { ok: false, reason: 'changed-meanwhile', note: before }
    if (before === note) return { ok: true }
    if (!(await replaceNote(tx, { id, before, note })))
      return {
        ok: false,
        reason: 'changed-meanwhile',
        note: (await selectBooking(tx, { id }))?.privateNote ?? '',
      }
    const by = { kind: 'studio' as const, name: author.name }
    await insertEvent(tx, id, { kind: 'note-changed', at: clock.now(), by, detail: {} })
    const subject = `Booking ${booking.reference} of ${booking.name}`
    await recordAction({ db: tx, clock, author }, { action: 'booking-note-changed', subject })
    return { ok: true }
  })
}

function noteError(note: string): string | undefined {
  if (note.length > NOTE_MAX) return `Shorten the note to ${NOTE_MAX.toLocaleString('en-US')} characters.`
  if (!isCleanText(note)) return HIDDEN_CHARACTERS
  return undefined
}
