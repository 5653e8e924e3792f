import type { NewMail } from '~/domains/outbox/model'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, Facts, MailButton, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'

/** @param dueLabel the due date as text */
export function confirmationMail(
  branding: EmailBranding,
  request: { email: string; dueLabel: string },
): NewMail {
  return {
    kind: 'do-not-sell-confirmation',
    pace: 'notice',
    to: { name: '', email: request.email },
    replyTo: { name: branding.name, email: branding.email },
    subject: 'We got your request',
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={`Do not sell or share: we’ll complete it by ${request.dueLabel}.`}
        title="We got your request"
        footnote="You’re getting this because someone entered this email on our site. If that wasn’t you, you can ignore it."
      >
        <Paragraph>We’ve received your request not to sell or share your personal information.</Paragraph>
        <Facts
          rows={[
            ['Email', request.email],
            ['Done by', request.dueLabel],
          ]}
        />
        <Paragraph>
          We’ll complete it within 15 business days, and email you again only if we have a question. You don’t
          need an account, and it’s free.
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

/** Notifies the studio, which has to act before the due date. */
export function noticeMail(branding: EmailBranding, request: { email: string; dueLabel: string }): NewMail {
  return {
    kind: 'do-not-sell-notice',
    to: { name: branding.name, email: branding.email },
    replyTo: { name: '', email: request.email },
    subject: `Do-not-sell request, due by ${request.dueLabel}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={`From ${request.email}, due by ${request.dueLabel}.`}
        title="Do-not-sell request"
        footnote="They got a confirmation with the same date. Your reply goes to them."
      >
        <Facts
          rows={[
            ['Email', request.email],
            ['Due by', request.dueLabel],
          ]}
        />
        <Paragraph>
          Make sure nothing about this person is sold or shared, including with partners and in tools outside
          this site.
        </Paragraph>
        <Paragraph>
          <MailButton href={`${branding.siteUrl}/studio/inbox`}>View your inbox in the Studio</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}
