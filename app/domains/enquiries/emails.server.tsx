import type { NewMail } from '~/domains/outbox/model'
import { Facts, Letter, Paragraph, Quoted } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { mailBody } from '~/platform/mail/message-body'
import { greetableName } from '~/platform/person-fields'
import type { Enquiry } from './enquiry'

/**
 * Says that the message arrived, without repeating it: anyone can type anyone’s address.
 * @param sender the name is empty unless the address is proven
 */
export function acknowledgement(letterhead: Letterhead, sender: Pick<Enquiry, 'name' | 'email'>): NewMail {
  const name = greetableName(sender.name)
  return {
    kind: 'enquiry-acknowledgement',
    pace: 'receipt',
    to: { name: '', email: sender.email },
    replyTo: { name: letterhead.name, email: letterhead.email },
    subject: 'We have your message',
    body: mailBody(
      <Letter
        letterhead={letterhead}
        preview="We answer within one working day."
        title="We have your message"
        footnote="You get this because this address was entered in our contact form. If that wasn’t you, you need to do nothing."
      >
        <Paragraph>{name ? `Hello ${name},` : 'Hello,'}</Paragraph>
        <Paragraph>
          Thank you for writing. A person reads every message here, and you’ll have an answer within one
          working day.
        </Paragraph>
        <Paragraph>
          If it’s urgent, call {letterhead.phone}. To add something, reply to this message.
        </Paragraph>
      </Letter>,
    ),
  }
}

/** The message itself, for the studio. A reply goes to the person who wrote. */
export function forwarded(letterhead: Letterhead, enquiry: Enquiry): NewMail {
  return {
    kind: 'enquiry-forwarded',
    to: { name: letterhead.name, email: letterhead.email },
    replyTo: { name: enquiry.name, email: enquiry.email },
    subject:
      enquiry.subject === ''
        ? `Message from ${enquiry.name}`
        : `${enquiry.subject}: message from ${enquiry.name}`,
    body: mailBody(
      <Letter
        letterhead={letterhead}
        preview={enquiry.message.slice(0, 120)}
        title="A message from the site"
        footnote="It is stored with your messages too. A reply goes to the person who wrote."
      >
        <Facts
          rows={[
            ['Name', enquiry.name],
            ['Email', enquiry.email],
            ['Phone', enquiry.phone],
            ['Subject', enquiry.subject],
          ]}
        />
        <Quoted>{enquiry.message}</Quoted>
      </Letter>,
    ),
  }
}
