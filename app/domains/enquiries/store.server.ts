import type { Db } from '~/platform/db/database.server'
import { indexTerms } from '~/platform/db/search-terms.server'
import type { Enquiry } from './enquiry'

export async function insertEnquiry(
  db: Db,
  enquiry: Enquiry & { id: string; receivedAt: number },
): Promise<void> {
  const { id, name, email, phone, subject, message, receivedAt } = enquiry
  await db
    .insertInto('enquiries')
    .values({ id, name, email, phone, subject, message, received_at: receivedAt })
    .execute()
  await indexTerms(db, 'enquiry', id, [email, name, phone, subject])
}

/** @param email in lower case */
export async function selectEnquiriesOf(
  db: Db,
  email: string,
): Promise<(Enquiry & { receivedAt: number })[]> {
  const rows = await db
    .selectFrom('enquiries')
    .selectAll()
    .where((e) => e(e.fn<string>('lower', ['email']), '=', email))
    .orderBy('received_at')
    .execute()
  return rows.map(({ id: _, received_at, ...fields }) => ({ ...fields, receivedAt: received_at }))
}
