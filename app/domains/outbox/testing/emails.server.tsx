import { Letter, Paragraph } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { mailBody } from '~/platform/mail/message-body'
import { renderMail } from '~/platform/mail/render.server'

/** A message that shows how the studio's messages look when they arrive. */
export function testMail(letterhead: Letterhead): { subject: string; html: string; text: string } {
  return {
    subject: `Test message from ${letterhead.name}`,
    ...renderMail(
      mailBody(
        <Letter
          letterhead={letterhead}
          preview="Mail from the studio reaches you."
          title="It arrived"
          footnote="You get this because you asked for a test in the Studio."
        >
          <Paragraph>
            Mail from the studio reaches you. This is how it looks to the people you write to.
          </Paragraph>
        </Letter>,
      ),
    ),
  }
}
