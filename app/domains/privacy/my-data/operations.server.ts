import { listPasskeys } from '~/domains/accounts/passkeys/operations.server'
import { readProfile } from '~/domains/accounts/profile/operations.server'
import { listSessions, type MyDeps } from '~/domains/accounts/security/operations.server'
import { listAccountEntries } from '~/domains/audit/operations.server'
import { dateRequestsOf } from '~/domains/booking/date-requests/operations.server'
import { exportBookings } from '~/domains/booking/managing/operations.server'
import { enquiriesOf } from '~/domains/enquiries/operations.server'
import { withheldOf } from '~/domains/galleries/consents/places/operations.server'
import { exportConsents, exportGalleries } from '~/domains/galleries/records/operations.server'
import { subscriptionOf } from '~/domains/newsletter/operations.server'
import { exportMailTo } from '~/domains/outbox/viewing/operations.server'
import { exportPerson } from '~/domains/people/viewing/operations.server'
import { selectRequestsOf } from '../store.server'

/** Everything that is held about the person, under every address that they have proven, as JSON text with the specification’s names; instants are ISO 8601. */
export async function exportMyData(deps: MyDeps): Promise<string> {
  const { db, clock, actor } = deps
  const person = await exportPerson({ db }, actor.uid)
  const proven = person?.addresses.filter(({ isVerified }) => isVerified) ?? []
  const emails = [
    ...new Set([actor.email, ...proven.map(({ email }) => email)].map((email) => email.toLowerCase())),
  ]
  const ofAll = async <T>(read: (email: string) => Promise<T[]>) =>
    (await Promise.all(emails.map(read))).flat()
  const data = {
    exportedAt: clock.now(),
    user: { uid: actor.uid, ...(await readProfile(deps)) },
    sessions: await listSessions(deps),
    /** Their names and times; the keys are on the person's own devices. */
    passkeys: (await listPasskeys(deps)).map(({ id: _, ...passkey }) => passkey),
    /** Sign-ins, failed ones included, and what was changed about signing in. */
    activity: (await listAccountEntries({ db }, { account: actor.uid, limit: MOST_ENTRIES })).map(
      ({ at, action, subject, network, device, times }) => ({
        happenedAt: at,
        action,
        subject,
        network,
        device,
        times,
      }),
    ),
    /** What the studio has written down, its notes included. */
    studioRecord: person ?? null,
    newsletter: (await ofAll(async (email) => [await subscriptionOf({ db }, email)])).filter(Boolean),
    doNotSellRequests: await ofAll((email) => selectRequestsOf(db, email)),
    bookings: await ofAll((email) => exportBookings({ db }, email)),
    dateRequests: await ofAll((email) => dateRequestsOf({ db }, email)),
    /** What is shared with the person, and what they chose, said and fetched there. */
    galleries: await ofAll((email) => exportGalleries({ db }, email)),
    consents: await ofAll((email) => exportConsents({ db }, email)),
    /** Of galleries that the studio has deleted since. */
    withdrawnConsents: await ofAll((email) => withheldOf({ db }, email)),
    enquiries: await ofAll((email) => enquiriesOf({ db }, email)),
    letters: await exportMailTo({ db }, { emails, until: clock.now() }),
  }
  return JSON.stringify(
    data,
    (key, value) => (INSTANTS.test(key) && typeof value === 'number' ? iso(value) : value),
    2,
  )
}

const MOST_ENTRIES = 2_000

/** `createdAt`, `requestDate`, `sessionDate`, … */
const INSTANTS = /(At|^requestDate|^sessionDate|^sessionEnd)$/

const iso = (at: number) => new Date(at).toISOString()
