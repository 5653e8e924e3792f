import type { NewMail } from '~/domains/outbox/model'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, MailButton, MailLink, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'

/** The welcome email, with one-click unsubscribe (RFC 8058) and a link. */
export function welcomeMail(branding: EmailBranding, subscriber: { email: string; token: string }): NewMail {
  const wayOut = `${branding.siteUrl}/newsletter/unsubscribe/${subscriber.token}`
  return {
    kind: 'newsletter-welcome',
    pace: 'notice',
    to: { name: '', email: subscriber.email },
    subject: `You’re on the list at ${branding.name}`,
    headers: {
      'List-Unsubscribe': `<${wayOut}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview="An email now and then. Unsubscribe anytime."
        title="You’re on the list"
        footnote={
          <>
            You’re getting this because someone entered this email on our site. If that wasn’t you, or you’ve
            had enough, <MailLink href={wayOut}>unsubscribe</MailLink>. It takes one click and no password.
          </>
        }
      >
        <Paragraph>Thank you for subscribing.</Paragraph>
        <Paragraph>
          You’ll hear from us when there’s something worth printing: new work, open dates, and seasonal
          sessions before they fill up. We don’t share your email with anyone.
        </Paragraph>
        <Paragraph>
          Until then, see our newest photos in{' '}
          <MailLink href={`${branding.siteUrl}/gallery`}>the gallery</MailLink>.
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

/** Asks to confirm a subscription. Opening the link changes nothing. */
export function confirmationMail(
  branding: EmailBranding,
  { email, confirmToken }: { email: string; confirmToken: string },
): NewMail {
  return {
    kind: 'newsletter-confirm',
    pace: 'notice',
    to: { name: '', email },
    subject: `Confirm your subscription to ${branding.name}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview="Press the button, and you’re on the list."
        title="Confirm your subscription"
        footnote="If you didn’t ask for our newsletter, ignore this email. We won’t send you anything else."
      >
        <Paragraph>
          Someone asked us to send our newsletter to this email. If it was you, please confirm.
        </Paragraph>
        <MailButton href={`${branding.siteUrl}/newsletter/confirm/${confirmToken}`}>
          Confirm subscription
        </MailButton>
      </EmailLayout>,
    ),
  }
}

/** For someone whose link was lost or cut. */
export const unsubscribeLinkMail = (
  branding: EmailBranding,
  { email, token }: { email: string; token: string },
): NewMail => ({
  kind: 'newsletter-unsubscribe-link',
  pace: 'notice',
  to: { name: '', email },
  subject: `Unsubscribe from ${branding.name}`,
  body: mailBody(
    <EmailLayout
      branding={branding}
      preview="Press the button, and we’ll stop."
      title="Unsubscribe from our newsletter"
      footnote="If you didn’t ask for this link, ignore this email. Nothing changes."
    >
      <Paragraph>Someone asked for a link to unsubscribe this email from our newsletter.</Paragraph>
      <MailButton href={`${branding.siteUrl}/newsletter/unsubscribe/${token}`}>Unsubscribe</MailButton>
    </EmailLayout>,
  ),
})
