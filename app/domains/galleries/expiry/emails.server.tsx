import type { NewMail } from '~/domains/outbox/model'
import { Facts, Letter, MailButton, MailLink, Paragraph } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { mailBody } from '~/platform/mail/message-body'

interface Reminder {
  letterhead: Letterhead
  to: { name: string; email: string }
  title: string
  /** "Friday, June 12, 2026" */
  lastDay: string
  /** "Friday, June 12, 2026, 11:59 PM EDT" */
  lastMoment: string
  /** The person’s own address of the gallery. */
  link: string
  hasDownloads: boolean
}

/** Tells somebody whom a gallery is shared with that it closes soon. */
export function reminderMail(reminder: Reminder): NewMail {
  const { letterhead, to, title, lastDay, lastMoment, link, hasDownloads } = reminder
  return {
    kind: 'gallery-closes',
    to,
    replyTo: { name: letterhead.name, email: letterhead.email },
    subject: `“${title}” is open until ${lastDay}`,
    body: mailBody(
      <Letter
        letterhead={letterhead}
        preview={`Your gallery is open until ${lastDay}.`}
        title="Your gallery closes soon"
        footnote="You get this because the gallery was shared with you. Anyone with the link can open it as you: please keep it to yourself."
      >
        <Paragraph>
          {hasDownloads
            ? 'Please download the photographs that you want to keep before then. On a computer, “everything” comes as one file.'
            : 'If there is something left that you want to choose or say, please do so before then.'}
        </Paragraph>
        <Facts
          rows={[
            ['Gallery', title],
            ['Open until', lastMoment],
          ]}
        />
        <Paragraph>
          <MailButton href={link}>Open the gallery</MailButton>
        </Paragraph>
        <Paragraph>You need more time? Reply to this message, and we keep it open for you.</Paragraph>
      </Letter>,
    ),
  }
}

interface Held {
  letterhead: Letterhead
  title: string
  lastDay: string
  /** "12 of 340" photographs that somebody has. */
  delivered: string
  /** Where the studio decides. */
  page: string
}

/** Asks the studio before a gallery closes whose originals nobody has. */
export function heldMail({ letterhead, title, lastDay, delivered, page }: Held): NewMail {
  return {
    kind: 'gallery-held',
    to: { name: letterhead.name, email: letterhead.email },
    subject: `“${title}” was to close: nobody has all of its photographs`,
    body: mailBody(
      <Letter
        letterhead={letterhead}
        preview="It stays open until you decide."
        title="Close it anyway?"
        footnote="You get this once for each last day of a gallery."
      >
        <Paragraph>
          This gallery was to close, but its photographs were never downloaded completely. It stays open until
          you close it anyway or give it another last day. Nothing is deleted either way.
        </Paragraph>
        <Facts
          rows={[
            ['Gallery', title],
            ['Last day', lastDay],
            ['Downloaded completely', delivered],
          ]}
        />
        <Paragraph>
          <MailLink href={page}>Decide in the Studio</MailLink>
        </Paragraph>
      </Letter>,
    ),
  }
}
