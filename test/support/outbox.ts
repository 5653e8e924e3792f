import { createElement } from 'react'
import { expect } from 'vitest'
import { renderedContent } from '~/domains/outbox/operations.server'
import { contentOf } from '~/domains/outbox/store.server'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'

/** The body of an email with one paragraph. */
export const bodySaying = (text: string): string => mailBody(createElement(Paragraph, null, text))

/** Queued emails as they'll be sent, oldest first. Expects a delivery job for each. */
export async function queuedMail(db: Db): Promise<Row<'outbox'>[]> {
  const mail = await db.selectFrom('outbox').selectAll().orderBy('id').execute()
  const jobs = await db.selectFrom('jobs').select('payload').where('kind', '=', 'deliver-mail').execute()
  expect(jobs.map((job) => JSON.parse(job.payload).mail).toSorted()).toEqual(
    mail.map(({ id }) => id).toSorted(),
  )
  return mail.map((row) => ({ ...row, ...renderedContent(contentOf(row)) }))
}
