import { readProfile } from '~/domains/accounts/profile/operations.server'
import { listSessions, type MyDeps } from '~/domains/accounts/security/operations.server'
import { dateRequestsOf } from '~/domains/booking/operations.server'
import { enquiriesOf } from '~/domains/enquiries/operations.server'
import { subscriptionOf } from '~/domains/newsletter/operations.server'
import { selectRequestsOf } from '../store.server'

/** Everything that is held about the person, as JSON text with the specification’s names; instants are ISO 8601. */
export async function exportMyData(deps: MyDeps): Promise<string> {
  const { db, clock, actor } = deps
  const email = actor.email.toLowerCase()
  const subscription = await subscriptionOf({ db }, email)
  const data = {
    exportedAt: clock.now(),
    user: { uid: actor.uid, ...(await readProfile(deps)) },
    sessions: await listSessions(deps),
    newsletter: subscription ? [subscription] : [],
    doNotSellRequests: await selectRequestsOf(db, email),
    dateRequests: await dateRequestsOf({ db }, email),
    enquiries: await enquiriesOf({ db }, email),
  }
  return JSON.stringify(
    data,
    (key, value) => (INSTANTS.test(key) && typeof value === 'number' ? iso(value) : value),
    2,
  )
}

/** `createdAt`, `requestDate`, … */
const INSTANTS = /(At|^requestDate)$/

const iso = (at: number) => new Date(at).toISOString()
