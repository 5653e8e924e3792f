import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'
import { renderMail } from '~/platform/mail/render.server'

/** A test email in the studio's design. */
export function testMail(branding: EmailBranding): { subject: string; html: string; text: string } {
  return {
    subject: `Test email from ${branding.name}`,
    ...renderMail(
      mailBody(
        <EmailLayout
          branding={branding}
          preview="Your studio’s email works."
          title="It works"
          footnote="You’re getting this because you sent a test from the Studio."
        >
          <Paragraph>Your studio’s email works. This is how your emails look to clients.</Paragraph>
        </EmailLayout>,
      ),
    ),
  }
}
