import type { NewMail } from '~/domains/outbox/model'
import { Letter, Paragraph } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { mailBody } from '~/platform/mail/message-body'

const MOST_NAMED = 20

/** Tells the owner that originals are gone from the disk, while there is a backup to take them from. */
export function originalsLost(letterhead: Letterhead, names: string[]): NewMail {
  const count =
    names.length === 1 ? 'The original of a photograph' : `The originals of ${names.length} photographs`
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : ''
  return {
    kind: 'originals-lost',
    to: { name: letterhead.name, email: letterhead.email },
    subject: `${count} cannot be found`,
    body: mailBody(
      <Letter
        letterhead={letterhead}
        preview="Bring them again, or take them from your backup."
        title="Originals are missing"
        footnote="Your site looks every hour whether every file is in its place. Each missing original is told once."
      >
        <Paragraph>{count} cannot be found where they were stored:</Paragraph>
        <Paragraph>{names.slice(0, MOST_NAMED).join(', ') + more}</Paragraph>
        <Paragraph>
          Put the files back from your backup, or upload the photographs again: they are recognized by their
          content, and take their old places. What visitors see is still there.
        </Paragraph>
      </Letter>,
    ),
  }
}
