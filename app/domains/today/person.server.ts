import { type AccountState, listStaff, readAccountState } from '~/domains/accounts/directory.server'
import { bookingsOf } from '~/domains/booking/client/operations.server'
import { contactMessagesFrom } from '~/domains/contact-messages/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { contractsOf } from '~/domains/contracts/reading.server'
import { downloadsOf, favoritesOf } from '~/domains/galleries/records.server'
import { USE_WORDS } from '~/domains/galleries/releases/model'
import { releasesOf } from '~/domains/galleries/releases/operations.server'
import { sharesOf } from '~/domains/galleries/sharing/operations.server'
import { subscriptionsOf } from '~/domains/newsletter/operations.server'
import { mailStateLabel } from '~/domains/outbox/model'
import { mailTo } from '~/domains/outbox/sent-emails.server'
import { type HistoryQuery, type PeopleFilter, type PersonLine, shownName } from '~/domains/people/model'
import { listPeople, readPerson } from '~/domains/people/operations.server'
import { doNotSellFrom } from '~/domains/privacy/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { momentLabel } from '~/platform/time'
import { messageOfContact, messageOfDoNotSell, type Reader } from './message'
import {
  type Happening,
  type HistoryCursor,
  isBehind,
  newestFirst,
  type PersonRecord,
  type PersonTag,
  readHistoryCursor,
  type ShownAccount,
  type ShownPerson,
  type WholeMessage,
  writeHistoryCursor,
} from './model'

const HISTORY_PAGE = 50

interface ReadDeps {
  db: Db
  clock: Clock
}

/** Everyone who has contacted the studio, newest contact first. */
export async function readPeople(
  { db }: { db: Db },
  query: { filter: PeopleFilter; search: string; before: string | null },
): Promise<{ people: ShownPerson[]; next: string | null }> {
  const [{ studio }, staff] = await Promise.all([readSettings({ db }), listStaff({ db })])
  const listed = await listPeople({ db }, { ...query, staff: staff.map(({ id }) => id) })
  const roles = new Map(staff.map(({ id, role }) => [id, role]))
  return {
    people: listed.people.map((person) => ({
      id: person.id,
      title: shownName(person),
      email: person.name === '' ? '' : (person.emails[0] ?? ''),
      phone: person.phone,
      tags: tagsOf(person, roles),
      when: momentLabel(person.lastContactAt, studio.timeZone),
    })),
    next: listed.next,
  }
}

function tagsOf(
  { userId, isSubscriber }: PersonLine,
  roles: Map<string, 'owner' | 'assistant'>,
): PersonTag[] {
  const role = userId === null ? undefined : roles.get(userId)
  const account = { owner: 'Owner', assistant: 'Assistant' } as const
  return [
    ...(userId === null ? [] : [role ? account[role] : ('Account' as const)]),
    ...(isSubscriber ? (['Newsletter'] as const) : []),
  ]
}

export type PersonRead =
  | { ok: true; record: PersonRecord }
  /** `movedTo`: the person that this one was merged into. */
  | { ok: false; movedTo: string | undefined }

/** A person's record, account and history, page by page. */
export async function readPersonRecord(
  { db, clock }: ReadDeps,
  id: string,
  { after }: { after: string | null },
): Promise<PersonRead> {
  const read = await readPerson({ db }, id)
  if (!read.ok) return read
  const { person } = read
  const zone = (await readSettings({ db })).studio.timeZone
  const emails = person.addresses.map(({ email }) => email.toLowerCase())
  const cursor = readHistoryCursor(after)
  const account = await readAccountState({ db }, { userId: person.userId, emails })
  const known = account ? [opened(account)] : []
  const query = { emails, known, after: cursor, limit: HISTORY_PAGE + 1 }
  const found = await readHistory({ db }, query, { zone, now: clock.now() })
  const page = found.slice(0, HISTORY_PAGE)
  const last = page.at(-1)
  const next = found.length > HISTORY_PAGE && last ? writeHistoryCursor(last) : null
  const { name, phone, note, version, addresses, isSubscriber } = person
  return {
    ok: true,
    record: {
      ...{ id, name, phone, note, version, addresses, isSubscriber, next },
      title: shownName({ name, emails }),
      since: momentLabel(person.createdAt, zone),
      account: account && shownAccount(account, zone),
      history: page.map((each) => ({ ...each, when: momentLabel(each.at, zone) })),
    },
  }
}

const opened = ({ id, openedAt, email }: AccountState): Happening => ({
  kind: 'account',
  id,
  at: openedAt,
  title: 'Created an account',
  excerpt: email,
})

const shownAccount = (account: AccountState, zone: string): ShownAccount => ({
  id: account.id,
  role: { owner: 'Owner', assistant: 'Assistant', client: 'Client' }[account.role],
  email: account.email,
  name: account.name,
  phone: account.phone,
  isVerified: account.isVerified,
  hasTwoFactor: account.hasTwoFactor,
  opened: momentLabel(account.openedAt, zone),
  lastSeen: account.lastSeenAt === null ? null : momentLabel(account.lastSeenAt, zone),
})

/**
 * Events of a person from one domain: up to `limit`, newest first, none after `until`. To add a domain, add a
 * source to `SOURCES` and a `HappeningKind` with its Studio page.
 */
type HistorySource = (deps: { db: Db }, query: HistoryQuery, reader: Reader) => Promise<Happening[]>

const SOURCES: HistorySource[] = [
  async (deps, query) =>
    (await bookingsOf(deps, query)).map(({ id, at, title, excerpt }) => ({
      kind: 'bookings',
      id,
      at,
      title,
      excerpt,
    })),
  async (deps, query) =>
    (await contractsOf(deps, query)).map(({ contractId, signerId, title, number, at, ...standing }) => ({
      kind: 'contracts',
      id: `${contractId}_${signerId}`,
      at,
      title: `Contract sent: ${title}${number === 1 ? '' : `, version ${number}`}`,
      excerpt: contractStanding(standing),
    })),
  async (deps, query, reader) =>
    (await contactMessagesFrom(deps, query)).map((each) => fromMessage(messageOfContact(each, reader))),
  async (deps, query, reader) =>
    (await doNotSellFrom(deps, query)).map((each) => fromMessage(messageOfDoNotSell(each, reader))),
  async (deps, query) =>
    (await mailTo(deps, query)).map(({ id, createdAt, subject, state, failure }) => ({
      kind: 'mail',
      id,
      at: createdAt,
      title: subject,
      excerpt: [mailStateLabel(state), failure ?? ''].filter(Boolean).join(': '),
    })),
  async (deps, query) =>
    (await sharesOf(deps, query)).map((share) => ({
      kind: 'galleries',
      // Begins with the gallery's id, which its Studio page needs.
      id: `${share.gallery_id}_${share.id}`,
      at: share.created_at,
      title: `Gallery shared: ${share.title}`,
      excerpt: share.first_opened_at === null ? 'Not opened yet' : 'Opened',
    })),
  async (deps, query) =>
    (await favoritesOf(deps, query)).map(({ id, galleryId, gallery, purpose, count, isSent, at }) => ({
      kind: 'favorites',
      id: `${galleryId}_${id}${isSent ? '-s' : ''}`,
      at,
      title: isSent ? `Submitted “${purpose}”: ${gallery}` : `Started “${purpose}”: ${gallery}`,
      excerpt: count === 1 ? '1 photo' : `${count} photos`,
    })),
  async (deps, query) =>
    (await downloadsOf(deps, query)).map(({ id, galleryId, gallery, what, size, completedAt, at }) => ({
      kind: 'downloads',
      id: `${galleryId}_${id}`,
      at,
      title: `Downloaded from ${gallery}`,
      excerpt: `${DOWNLOADED[what]}, ${SIZES[size]}${completedAt === null ? ', incomplete' : ''}`,
    })),
  async (deps, query) => (await releasesOf(deps, query)).flatMap(givenAndWithdrawn),
  async (deps, { emails }) => (await subscriptionsOf(deps, emails)).flatMap(subscribedAndLeft),
]

const fromMessage = ({ kind, id, at, title, excerpt, answer }: WholeMessage): Happening => ({
  kind,
  id,
  at,
  title,
  excerpt: [excerpt, answer ? `Answered by ${answer.by || 'the studio'}` : ''].filter(Boolean).join(' · '),
})

function contractStanding({
  isCompleted,
  signedAt,
  viewedAt,
  endedAs,
}: Pick<
  Awaited<ReturnType<typeof contractsOf>>[number],
  'isCompleted' | 'signedAt' | 'viewedAt' | 'endedAs'
>) {
  if (isCompleted) return 'Signed by everyone'
  if (endedAs !== null) return endedAs === 'withdrawn' ? 'Withdrawn' : 'Replaced by a new version'
  if (signedAt !== null) return 'Signed, others haven’t yet'
  return viewedAt === null ? 'Not viewed yet' : 'Viewed'
}

const DOWNLOADED = {
  photo: 'One photo',
  set: 'A set',
  favorites: 'Favorites',
  everything: 'Everything',
}
const SIZES = { web: 'web size', print: 'print size', original: 'originals' }

function givenAndWithdrawn(release: Awaited<ReturnType<typeof releasesOf>>[number]): Happening[] {
  const { id, galleryId, gallery, uses, givenAt, withdrawnAt } = release
  const where = uses.map((use) => USE_WORDS[use]).join(', ') || 'Nowhere'
  const given = {
    ...{ kind: 'releases' as const, id: `${galleryId}_${id}`, at: givenAt },
    ...{ title: `Release: ${gallery}`, excerpt: where },
  }
  if (withdrawnAt === null) return [given]
  const back = { id: `${galleryId}_${id}-w`, at: withdrawnAt, title: `Withdrew release: ${gallery}` }
  return [given, { ...given, ...back, excerpt: '' }]
}

function subscribedAndLeft(subscription: Awaited<ReturnType<typeof subscriptionsOf>>[number]): Happening[] {
  const { id, email, requestDate, unsubscribedAt } = subscription
  const joined = { kind: 'newsletter', id, at: requestDate, title: 'Subscribed to the newsletter' } as const
  if (unsubscribedAt === null) return [{ ...joined, excerpt: email }]
  const left = { id: `${id}-left`, at: unsubscribedAt, title: 'Unsubscribed from the newsletter' }
  return [
    { ...joined, excerpt: email },
    { ...joined, ...left, excerpt: email },
  ]
}

export interface HistoryPart {
  /** In lower case. */
  emails: string[]
  /** Events from other sources. */
  known: Happening[]
  after: HistoryCursor | null
  limit: number
}

/** A page of a person's history from all domains, newest first. */
export async function readHistory(
  deps: { db: Db },
  { emails, known, after, limit }: HistoryPart,
  reader: Reader,
): Promise<Happening[]> {
  // Events at the time at which the last page ended may be on either page.
  const query = { emails, until: after?.at ?? reader.now, limit: after ? limit * 2 : limit }
  const found =
    emails.length === 0 ? [] : await Promise.all(SOURCES.map((source) => source(deps, query, reader)))
  return [...found.flat(), ...known]
    .filter((each) => !after || isBehind(each, after))
    .sort(newestFirst)
    .slice(0, limit)
}
