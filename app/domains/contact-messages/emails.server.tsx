import type { NewMail } from '~/domains/outbox/model'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, Facts, MailButton, Paragraph, Quoted } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'
import { greetableName } from '~/platform/text'
import { addedAnswers, type ContactMessage } from './model'
import { REPLY_KIND } from './thread/model'

/**
 * Confirms that a message arrived, without repeating it, since anyone can enter another person's address.
 * @param sender without a name unless the address is proven
 */
export function acknowledgement(
  branding: EmailBranding,
  sender: Pick<ContactMessage, 'name' | 'email'>,
): NewMail {
  const name = greetableName(sender.name)
  return {
    kind: 'contact-acknowledgement',
    pace: 'receipt',
    to: { name: '', email: sender.email },
    replyTo: { name: branding.name, email: branding.email },
    subject: 'We got your message',
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview="We’ll reply within one business day."
        title="We got your message"
        footnote="You’re getting this because someone entered this email in our contact form. If that wasn’t you, you can ignore it."
      >
        <Paragraph>{name ? `Hello ${name},` : 'Hello,'}</Paragraph>
        <Paragraph>
          Thanks for getting in touch. A real person reads every message, and we’ll reply within one business
          day.
        </Paragraph>
        <Paragraph>
          {branding.phone === '' ? null : `If it’s urgent, call ${branding.phone}. `}
          To add something, reply to this email.
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

/** Most Message-IDs of a thread that an email names. */
const MOST_REFERENCES = 20

/**
 * An email that a team member has written to the sender of a message.
 * @param thread Message-IDs of the emails before it, oldest first
 */
export function replyEmail(
  branding: EmailBranding,
  { name, email }: Pick<ContactMessage, 'name' | 'email'>,
  { subject, text, about, thread }: { subject: string; text: string; about: string; thread: string[] },
): NewMail {
  const last = thread.at(-1)
  return {
    kind: REPLY_KIND,
    about,
    to: { name, email },
    replyTo: { name: branding.name, email: branding.email },
    subject,
    // Written by a person, so that out-of-office replies are welcome (RFC 3834, 5).
    headers: {
      'Auto-Submitted': 'no',
      ...(last ? { 'In-Reply-To': last, References: thread.slice(-MOST_REFERENCES).join(' ') } : {}),
    },
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={text.slice(0, 120)}
        title={subject}
        footnote="Reply to this email to answer."
      >
        {text
          .split(/\n{2,}/)
          .filter((paragraph) => paragraph.trim() !== '')
          .map((paragraph, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other key and never move
            <Paragraph key={n}>{paragraph}</Paragraph>
          ))}
      </EmailLayout>,
    ),
  }
}

/** The message for the studio. A reply goes to its sender. */
export function forwarded(branding: EmailBranding, contactMessage: ContactMessage): NewMail {
  return {
    kind: 'contact-forwarded',
    to: { name: branding.name, email: branding.email },
    replyTo: { name: contactMessage.name, email: contactMessage.email },
    subject:
      contactMessage.subject === ''
        ? `Message from ${contactMessage.name}`
        : `${contactMessage.subject}: message from ${contactMessage.name}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={contactMessage.message.slice(0, 120)}
        title="New message from your website"
        footnote="Your reply goes to the sender."
      >
        <Facts
          rows={[
            ['Name', contactMessage.name],
            ['Email', contactMessage.email],
            ['Phone', contactMessage.phone],
            ['Subject', contactMessage.subject],
            ...addedAnswers(contactMessage),
          ]}
        />
        <Quoted>{contactMessage.message}</Quoted>
        <Paragraph>
          <MailButton href={`${branding.siteUrl}/studio/inbox`}>View your inbox in the Studio</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}
