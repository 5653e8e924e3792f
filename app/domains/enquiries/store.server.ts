import type { Db } from '~/platform/db/database.server'
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
}
