import { type AccountState, listStaff, readAccountState } from '~/domains/accounts/directory.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import { pendingReleases } from '~/domains/contracts/reading.server'
import { clientReleases } from '~/domains/galleries/releases/client-releases.server'
import { getsNewsletter, receivingAmong } from '~/domains/newsletter/segments/recipients.server'
import { type PeopleFilter, type PersonLine, shownName } from '~/domains/people/model'
import { listPeople, readPerson } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { dateOf, fullDate, momentLabel, timeLabel } from '~/platform/time'
import { readHistory } from './history.server'
import {
  type Happening,
  type HistoryGroup,
  type PersonRecord,
  type PersonTag,
  readHistoryCursor,
  type ShownAccount,
  type ShownPerson,
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
  const listed = await listPeople(
    { db },
    {
      ...query,
      staff: staff.map(({ id }) => id),
      ...(query.filter === 'subscribers' && { withAddress: getsNewsletter }),
    },
  )
  const emails = listed.people.flatMap((person) => person.emails.map((email) => email.toLowerCase()))
  const receiving = await receivingAmong({ db }, emails)
  const roles = new Map(staff.map(({ id, role }) => [id, role]))
  return {
    people: listed.people.map((person) => ({
      id: person.id,
      title: shownName(person),
      email: person.name === '' ? '' : (person.emails[0] ?? ''),
      phone: person.phone,
      tags: tagsOf(person, roles, receiving),
      when: momentLabel(person.lastContactAt, studio.timeZone),
    })),
    next: listed.next,
  }
}

function tagsOf(
  { userId, emails }: PersonLine,
  roles: Map<string, 'owner' | 'assistant'>,
  receiving: Set<string>,
): PersonTag[] {
  const role = userId === null ? undefined : roles.get(userId)
  const account = { owner: 'Owner', assistant: 'Assistant' } as const
  return [
    ...(userId === null ? [] : [role ? account[role] : ('Account' as const)]),
    ...(emails.some((email) => receiving.has(email.toLowerCase())) ? (['Newsletter'] as const) : []),
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
  { after, group }: { after: string | null; group: HistoryGroup | null },
): Promise<PersonRead> {
  const read = await readPerson({ db }, id)
  if (!read.ok) return read
  const { person } = read
  const zone = await readZone({ db })
  const emails = person.addresses.map(({ email }) => email.toLowerCase())
  const cursor = readHistoryCursor(after)
  const account = await readAccountState({ db }, { userId: person.userId, emails })
  const known = account ? [opened(account)] : []
  const query = { emails, known, after: cursor, limit: HISTORY_PAGE + 1, group }
  const found = await readHistory({ db }, query, { zone, now: clock.now() })
  const page = found.slice(0, HISTORY_PAGE)
  const last = page.at(-1)
  const next = found.length > HISTORY_PAGE && last ? writeHistoryCursor(last) : null
  const { name, phone, note, version, addresses } = person
  return {
    ok: true,
    record: {
      ...{ id, name, phone, note, version, addresses, next },
      isSubscriber: (await receivingAmong({ db }, emails)).size > 0,
      title: shownName({ name, emails }),
      since: momentLabel(person.createdAt, zone),
      account: account && shownAccount(account, zone),
      releases: await clientReleases({ db }, emails),
      pendingReleases: await pendingReleases({ db, clock }, emails),
      history: page.map((each) => ({
        ...each,
        // Of a release, only the day is recorded.
        when: each.kind === 'releases' ? '' : timeLabel(each.at, zone),
        day: fullDate(dateOf(each.at, zone)),
      })),
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
