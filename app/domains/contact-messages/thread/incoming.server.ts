import { readSettings } from '~/domains/content/operations.server'
import { senderOf } from '~/domains/content/settings/sender'
import { aboutOfEmails } from '~/domains/outbox/sent-emails.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { markContactMessage } from '../operations.server'
import { lockContactMessage } from '../store.server'
import { readMessageAbout, readReplyAbout } from './model'
import { type ReceivedEmail, readEmail } from './received-email.server'
import { countReceived, insertReply, selectThreadOf } from './store.server'

/** Most received emails in a thread. Later ones are only in the mailbox. */
const MOST_RECEIVED = 200

/** Author of automatic entries in the activity log. */
const NOBODY = { uid: '', name: '' }

/**
 * Adds a client's email to the thread of the message that it answers, once. An answered message waits again.
 * @param ids of this site's emails that it names
 * @param download gets its source, up to a limit; called only for an email that belongs to a thread
 */
export async function takeReply(
  { db, clock }: { db: Db; clock: Clock },
  ids: string[],
  download: () => Promise<Uint8Array | undefined>,
): Promise<void> {
  const id = await threadOf(db, ids)
  if (id === undefined) return
  const source = await download()
  if (!source) return
  const email = await readEmail(source)
  if (await isOurs(db, email)) return
  const isFromClient = !email.isAutomatic && !(await studioAddresses(db)).has(email.from)
  await transact(db, async (tx) => {
    const message = await lockContactMessage(tx, id)
    if (!message || (await countReceived(tx, id)) >= MOST_RECEIVED) return
    const isNew = await insertReply(tx, {
      ...{ id: newId(), contact_message_id: id, received_id: email.receivedId, author: email.author },
      ...{ subject: email.subject, text: email.text, at: clock.now() },
    })
    if (isNew && isFromClient && message.stage === 'answered')
      await markContactMessage({ db: tx, clock, author: NOBODY }, id, 'waiting')
  })
}

/** The message to whose thread the newest of these emails belongs. */
async function threadOf(db: Db, ids: string[]): Promise<string | undefined> {
  const about = await aboutOfEmails({ db }, ids)
  for (const id of ids.toReversed()) {
    const record = about.get(id) ?? ''
    const reply = readReplyAbout(record)
    const message = reply === undefined ? readMessageAbout(record) : await selectThreadOf(db, reply)
    if (message !== undefined) return message
  }
  return undefined
}

/** An email of this site that came back, such as a copy to the studio. */
async function isOurs(db: Db, { receivedId }: ReceivedEmail): Promise<boolean> {
  const id = /^<([0-9a-f-]{36})@/.exec(receivedId)?.[1]
  return id !== undefined && (await aboutOfEmails({ db }, [id])).size > 0
}

async function studioAddresses(db: Db): Promise<Set<string>> {
  const { from, replyTo, business } = senderOf(await readSettings({ db }))
  return new Set([from, replyTo, business].map(({ email }) => email.toLowerCase()))
}
