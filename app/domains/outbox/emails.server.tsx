import { Letter, Paragraph } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { mailBody } from '~/platform/mail/message-body'
import { renderMail } from '~/platform/mail/render.server'

/** A test email in the studio's design. */
export function testMail(letterhead: Letterhead): { subject: string; html: string; text: string } {
  return {
    subject: `Test email from ${letterhead.name}`,
    ...renderMail(
      mailBody(
        <Letter
          letterhead={letterhead}
          preview="Your studio’s email works."
          title="It works"
          footnote="You’re getting this because you sent a test from the Studio."
        >
          <Paragraph>Your studio’s email works. This is how your emails look to clients.</Paragraph>
        </Letter>,
      ),
    ),
  }
}
