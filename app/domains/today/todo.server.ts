import { readLateBackup } from '~/domains/backup/backups/runs.server'
import { countPendingRequests } from '~/domains/booking/calendar/operations.server'
import { countOpenFees, listOwedRefunds, listRequests } from '~/domains/booking/manage/list.server'
import { readFlood } from '~/domains/booking/reservations/floods.server'
import { differenceInWords } from '~/domains/content/services'
import { listDifferingPrices } from '~/domains/content/services.server'
import { stopSentence } from '~/domains/files/model'
import { listStops } from '~/domains/files/stopped-cleanups.server'
import { listFaultyGalleries } from '~/domains/galleries/downloads/files.server'
import { readUrgentExpirations } from '~/domains/galleries/expiration/operations.server'
import { countWaitingFavorites, listWaitingFavorites } from '~/domains/galleries/proofing/review.server'
import { countFailedMail, countWaitingMail, listMail } from '~/domains/outbox/sent-emails.server'
import { countWaitingDoNotSell, listDueDoNotSell } from '~/domains/privacy/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { momentLabel } from '~/platform/time'
import { countUnansweredMessages, listInbox } from './inbox.server'
import { messageOfDoNotSell, type Reader } from './message'
import type { Entry, InboxKind, InboxMessage, Tile } from './model'

export interface TodoDeps {
  db: Db
  clock: Clock
}

/** Maximum number of entries per kind on Today. A link leads to the others. */
const SHOWN = 8

export interface Todo {
  tile: Tile
  entries: Entry[]
}

/** Tasks from one domain; undefined: none, and no tile. */
type Source = (deps: TodoDeps, reader: Reader) => Promise<Todo | undefined>

const SOURCES: Source[] = [
  bookings,
  unverified,
  openFees,
  refunds,
  messages,
  choices,
  downloads,
  doNotSell,
  heldGalleries,
  closingGalleries,
  failedMail,
  stoppedCleanups,
  lateBackup,
  waitingMail,
  differingPrices,
]

/** Open tasks: a count per kind, and the most urgent entries. */
export async function readTodo(deps: TodoDeps, reader: Reader): Promise<{ tiles: Tile[]; entries: Entry[] }> {
  const counts = await Promise.all(SOURCES.map((source) => source(deps, reader)))
  const known = counts.filter((each) => each !== undefined)
  return {
    tiles: known.map(({ tile }) => tile),
    entries: known.flatMap(({ entries }) => entries).sort(byUrgency),
  }
}

const URGENCIES = ['late', 'now', 'later']

/** Overdue entries by due date, then the newest, then those due later. */
const byUrgency = (a: Entry, b: Entry): number =>
  URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency) || (a.urgency === 'now' ? b.at - a.at : 0)

async function bookings(deps: TodoDeps): Promise<Todo> {
  const requests = await listRequests(deps, SHOWN)
  return {
    tile: {
      label: 'Pending requests',
      count: await countPendingRequests(deps),
      place: { screen: 'bookings' },
    },
    entries: requests.map(({ id, name, title, day, times, asked, createdAt }) => ({
      id,
      what: 'Booking',
      title: `${name}: ${title}`,
      detail: `${day}, ${times}. Asked ${asked}.`,
      urgency: 'now',
      at: createdAt,
      place: { screen: 'booking', id },
      button: { label: 'Open', says: `Open: ${title}, ${name}` },
      isAnswerable: false,
    })),
  }
}

/** Bookings with unpaid fees, as a count only, since clients pay later. */
async function openFees(deps: TodoDeps): Promise<Todo | undefined> {
  const count = await countOpenFees(deps)
  return count === 0
    ? undefined
    : { tile: { label: 'Bookings with fees due', count, place: { screen: 'open-fees' } }, entries: [] }
}

/** Money that the studio doesn't keep of sessions that were canceled or declined. */
async function refunds(deps: TodoDeps): Promise<Todo | undefined> {
  const owed = await listOwedRefunds(deps, SHOWN)
  const [first] = owed
  if (!first) return undefined
  const place = (id: string) => ({ screen: 'booking' as const, id })
  return {
    tile: { label: 'Refunds due', count: owed.length, place: place(first.id) },
    entries: owed.map(({ id, name, title, day, amount, status }) => ({
      id: `refund ${id}`,
      what: 'Refund',
      title: `${name}: ${amount}`,
      detail: `${title}, ${day} · ${status}`,
      urgency: 'now',
      at: 0,
      place: place(id),
      button: { label: 'Open', says: `Open: refund of ${amount} to ${name}` },
      isAnswerable: false,
    })),
  }
}

/** Bookings from unverified addresses. */
async function unverified(deps: TodoDeps, { zone }: Reader): Promise<Todo | undefined> {
  const flood = await readFlood(deps)
  if (!flood) return undefined
  const place = { screen: 'unverified-bookings' as const }
  return {
    tile: { label: 'Unverified bookings', count: flood.count, place },
    entries: [
      {
        id: 'unverified bookings',
        what: 'Flood',
        title: `${flood.count} bookings from unverified addresses`,
        detail: `New clients confirm by email · ${momentLabel(flood.startedAt, zone)}`,
        urgency: 'now',
        at: flood.startedAt,
        place,
        button: { label: 'Review', says: 'Review unverified bookings' },
        isAnswerable: false,
      },
    ],
  }
}

/** The count includes every kind of message, as in the side bar. */
async function messages(deps: TodoDeps): Promise<Todo> {
  const count = await countUnansweredMessages(deps)
  return {
    tile: { label: 'Unanswered messages', count, place: { screen: 'messages', kind: null } },
    entries: (await newest(deps, 'messages')).map((message) => entryOf(message, 'Message')),
  }
}

/** Submitted favorites lists that aren't completed. */
async function choices(deps: TodoDeps, { zone }: Reader): Promise<Todo | undefined> {
  const [first, ...rest] = await listWaitingFavorites(deps, SHOWN)
  if (!first) return undefined
  return {
    tile: {
      label: 'Submitted favorites',
      count: await countWaitingFavorites(deps),
      place: { screen: 'gallery-choices', gallery: first.galleryId },
    },
    entries: [first, ...rest].map(({ id, galleryId, gallery, who, purpose, note, submittedAt }) => ({
      id,
      what: 'Favorites',
      title: `${who}: ${purpose}`,
      detail: [gallery, note.slice(0, 120), momentLabel(submittedAt, zone)].filter(Boolean).join(' · '),
      urgency: 'now',
      at: submittedAt,
      place: { screen: 'gallery-choices', gallery: galleryId },
      button: { label: 'Open', says: `Open ${who}’s favorites for ${purpose}` },
      isAnswerable: false,
    })),
  }
}

/** Photos without a file that clients want to download. */
async function downloads(deps: TodoDeps): Promise<Todo | undefined> {
  const faulty = await listFaultyGalleries(deps)
  const [first] = faulty
  if (!first) return undefined
  return {
    tile: {
      label: 'Download problems',
      count: faulty.length,
      place: { screen: 'gallery-downloads', gallery: first.id },
    },
    entries: faulty.slice(0, SHOWN).map(({ id, title, photos, foundAt }) => ({
      id: `downloads ${id}`,
      what: 'Download',
      title,
      detail: `${photos === 1 ? '1 photo' : `${photos} photos`} can’t be downloaded because a file is missing or damaged`,
      urgency: 'now',
      at: foundAt,
      place: { screen: 'gallery-downloads', gallery: id },
      button: { label: 'Review', says: `Review download problems in ${title}` },
      isAnswerable: false,
    })),
  }
}

async function doNotSell(deps: TodoDeps, reader: Reader): Promise<Todo | undefined> {
  const count = await countWaitingDoNotSell(deps)
  if (count === 0) return undefined
  const due = await listDueDoNotSell(deps, SHOWN)
  return {
    tile: {
      label: 'Do-not-sell requests',
      count,
      place: { screen: 'messages', kind: 'do-not-sell' },
    },
    entries: due.map((request) => {
      const message = messageOfDoNotSell(request, reader)
      return {
        ...entryOf(message, 'Do not sell'),
        urgency: message.due?.isOverdue ? ('late' as const) : ('later' as const),
      }
    }),
  }
}

/** Expired galleries that are kept open because not everything was downloaded. */
async function heldGalleries(deps: TodoDeps): Promise<Todo | undefined> {
  const { paused, pausedCount } = await readUrgentExpirations(deps, SHOWN)
  if (pausedCount === 0) return undefined
  return {
    tile: {
      label: 'Expired galleries to review',
      count: pausedCount,
      place: { screen: 'closing-galleries' },
    },
    entries: paused.map(({ id, title, lastDay, pausedAt }) => ({
      id,
      what: 'Gallery',
      title,
      detail: `Was due to expire after ${lastDay}, but no one has downloaded all the photos`,
      urgency: 'now',
      at: pausedAt ?? 0,
      place: { screen: 'gallery-end', id },
      button: { label: 'Decide', says: `Decide whether to close ${title}` },
      isAnswerable: false,
    })),
  }
}

async function closingGalleries(deps: TodoDeps): Promise<Todo | undefined> {
  const { soonCount } = await readUrgentExpirations(deps, 0)
  if (soonCount === 0) return undefined
  const tile = {
    label: 'Galleries expiring soon',
    count: soonCount,
    place: { screen: 'closing-galleries' as const },
  }
  return { tile, entries: [] }
}

async function failedMail(deps: TodoDeps, { zone }: Reader): Promise<Todo> {
  const { emails } = await listMail(deps, { state: 'failed', before: null, zone, limit: SHOWN })
  return {
    tile: { label: 'Failed emails', count: await countFailedMail(deps), place: { screen: 'failed-mail' } },
    entries: emails.map(({ id, subject, to, failure, createdAt }) => ({
      id,
      what: 'Email not sent',
      title: subject,
      detail: `To ${to.email}. ${failure ?? ''}`,
      urgency: 'now',
      at: createdAt,
      place: { screen: 'sent-mail', id },
      button: { label: 'View', says: `View: ${subject}, to ${to.email}` },
      isAnswerable: false,
    })),
  }
}

/** Stopped cleanups. */
async function stoppedCleanups(deps: TodoDeps): Promise<Todo | undefined> {
  const stops = (await listStops(deps)).filter(({ isAnswered }) => !isAnswered)
  if (stops.length === 0) return undefined
  return {
    tile: { label: 'Stopped cleanups', count: stops.length, place: { screen: 'quarantine' } },
    entries: stops.map((stop) => ({
      id: `cleanup ${stop.prefix}`,
      what: 'Cleanup',
      title: 'Stopped, and needs your decision',
      detail: stopSentence(stop),
      urgency: 'now',
      at: stop.at,
      place: { screen: 'quarantine' },
      button: { label: 'Review', says: 'Review stopped cleanup' },
      isAnswerable: false,
    })),
  }
}

/** The last verified backup is too old, or the newest one failed. */
async function lateBackup(deps: TodoDeps, { zone }: Reader): Promise<Todo | undefined> {
  const late = await readLateBackup(deps)
  if (!late) return undefined
  const place = { screen: 'backups' as const }
  return {
    tile: { label: 'Backup overdue', count: 1, place },
    entries: [
      {
        id: 'backup',
        what: 'Backup',
        title: late.note ? 'The newest backup failed' : 'The last verified backup is more than 26 hours old',
        detail: late.note || `It’s from ${momentLabel(late.since, zone)}.`,
        urgency: 'now',
        at: late.since,
        place,
        button: { label: 'View', says: 'View backups' },
        isAnswerable: false,
      },
    ],
  }
}

/** Emails written while there was no mail server, which can be sent now. */
async function waitingMail(deps: TodoDeps): Promise<Todo | undefined> {
  const { ready } = await countWaitingMail(deps)
  if (ready === 0) return undefined
  return {
    tile: { label: 'Emails not sent yet', count: ready, place: { screen: 'waiting-mail' } },
    entries: [],
  }
}

/** Services that start at a price that nothing costs. */
async function differingPrices(deps: TodoDeps): Promise<Todo | undefined> {
  const services = await listDifferingPrices(deps)
  const [first] = services
  if (!first) return undefined
  const place = (slug: string) => ({ screen: 'service' as const, slug })
  return {
    tile: { label: 'Prices that differ', count: services.length, place: place(first.service.slug) },
    entries: services.slice(0, SHOWN).map(({ service, ...offered }) => ({
      id: `prices ${service.slug}`,
      what: 'Price',
      ...differenceInWords({ service, ...offered }),
      urgency: 'later' as const,
      at: 0,
      place: place(service.slug),
      button: { label: 'Review', says: `Review the prices of ${service.title}` },
      isAnswerable: false,
    })),
  }
}

async function newest(deps: TodoDeps, kind: InboxKind): Promise<InboxMessage[]> {
  const query = { kind, state: 'waiting', search: '', before: null, limit: SHOWN } as const
  return (await listInbox(deps, query)).messages
}

const entryOf = ({ kind, id, from, title, excerpt, received, at }: InboxMessage, what: string): Entry => ({
  id,
  what,
  title: from,
  detail: excerpt === '' ? received : `${excerpt} · ${received}`,
  urgency: 'now',
  at,
  place: { screen: 'message', kind, id },
  button: { label: 'Open', says: `Open: ${title}, ${from}` },
  isAnswerable: true,
})
