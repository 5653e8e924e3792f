import type { NewMail } from '~/domains/outbox/model'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, Facts, MailButton, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'
import { greetableName } from '~/platform/text'
import type { EmailCover } from '../client-gallery/email-cover.server'
import { GalleryCover } from '../sharing/emails.server'

interface Reminder {
  branding: EmailBranding
  to: { name: string; email: string }
  title: string
  cover: EmailCover | null
  /** "Friday, June 12, 2026" */
  lastDay: string
  /** "Friday, June 12, 2026, 11:59 PM EDT" */
  lastMoment: string
  /** The client's URL of the gallery. */
  link: string
  hasDownloads: boolean
}

/** Reminds a client that a gallery expires soon. */
export function reminderMail(reminder: Reminder): NewMail {
  const { branding, to, title, cover, lastDay, lastMoment, link, hasDownloads } = reminder
  const name = greetableName(to.name)
  return {
    kind: 'gallery-expires',
    to,
    replyTo: { name: branding.name, email: branding.email },
    subject: `“${title}” is open until ${lastDay}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={`Your gallery is open until ${lastDay}.`}
        title="Your gallery expires soon"
        footnote="You’re getting this because the gallery was shared with you. Anyone with the link can open it as you, so please keep it private."
      >
        <GalleryCover {...{ branding, cover, link, title }} />
        <Paragraph>{name ? `Hello ${name},` : 'Hello,'}</Paragraph>
        <Paragraph>
          {hasDownloads
            ? 'Please download the photos you want to keep before then. On a computer, choose All photos to get one ZIP file.'
            : 'If you’d still like to pick favorites or leave comments, please do so before then.'}
        </Paragraph>
        <Facts
          rows={[
            ['Gallery', title],
            ['Open until', lastMoment],
          ]}
        />
        <Paragraph>
          <MailButton href={link}>Open gallery</MailButton>
        </Paragraph>
        <Paragraph>Need more time? Reply and we’ll extend it.</Paragraph>
      </EmailLayout>,
    ),
  }
}

interface PausedGallery {
  branding: EmailBranding
  title: string
  lastDay: string
  /** "12 of 340" photos downloaded. */
  delivered: string
  /** URL of the page where the studio decides. */
  page: string
}

/** Asks the studio what to do before a gallery expires whose originals weren't all downloaded. */
export function pausedMail({ branding, title, lastDay, delivered, page }: PausedGallery): NewMail {
  return {
    kind: 'gallery-expiration-paused',
    to: { name: branding.name, email: branding.email },
    subject: `“${title}” is due to expire, but hasn’t been fully downloaded`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview="It stays open until you decide."
        title="Close it anyway?"
        footnote="You get this email once for each expiration date."
      >
        <Paragraph>
          This gallery was due to expire, but no one has downloaded all the photos. It stays open until you
          close it or set a new date. Nothing is deleted either way.
        </Paragraph>
        <Facts
          rows={[
            ['Gallery', title],
            ['Expiration date', lastDay],
            ['Fully downloaded', delivered],
          ]}
        />
        <Paragraph>
          <MailButton href={page}>Decide in the Studio</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}
