import type { NewMail } from '~/domains/outbox/model'
import { Facts, Letter, Paragraph } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { mailBody } from '~/platform/mail/message-body'

/** @param dueLabel the due date as people read it */
export function confirmationMail(
  letterhead: Letterhead,
  request: { email: string; dueLabel: string },
): NewMail {
  return {
    kind: 'do-not-sell-confirmation',
    pace: 'notice',
    to: { name: '', email: request.email },
    replyTo: { name: letterhead.name, email: letterhead.email },
    subject: 'Your request is on record',
    body: mailBody(
      <Letter
        letterhead={letterhead}
        preview={`Do not sell or share: done by ${request.dueLabel} at the latest.`}
        title="Your request is on record"
        footnote="You get this because this address was entered on our site. If that wasn’t you, you need to do nothing."
      >
        <Paragraph>
          You asked us not to sell or share your personal information. We have written it down.
        </Paragraph>
        <Facts
          rows={[
            ['Address', request.email],
            ['Done by', request.dueLabel],
          ]}
        />
        <Paragraph>
          That is 15 business days at the latest. We’ll write again only if we have a question. You need no
          account, and it costs you nothing.
        </Paragraph>
      </Letter>,
    ),
  }
}

/** For the studio, which has to act on the request in time. */
export function noticeMail(letterhead: Letterhead, request: { email: string; dueLabel: string }): NewMail {
  return {
    kind: 'do-not-sell-notice',
    to: { name: letterhead.name, email: letterhead.email },
    replyTo: { name: '', email: request.email },
    subject: `Do-not-sell request, due by ${request.dueLabel}`,
    body: mailBody(
      <Letter
        letterhead={letterhead}
        preview={`From ${request.email}, due by ${request.dueLabel}.`}
        title="A do-not-sell request"
        footnote="The person has a confirmation with the same date. A reply goes to them."
      >
        <Facts
          rows={[
            ['Address', request.email],
            ['Due by', request.dueLabel],
          ]}
        />
        <Paragraph>
          See that nothing about this person is sold or shared, with partners and in tools outside this site
          too.
        </Paragraph>
      </Letter>,
    ),
  }
}
