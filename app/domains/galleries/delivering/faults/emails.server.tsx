import type { NewMail } from '~/domains/outbox/model'
import { Facts, Letter, MailLink, Paragraph } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { mailBody } from '~/platform/mail/message-body'

interface Told {
  galleryId: string
  galleryTitle: string
  fileName: string
  sentence: string
}

/** For the studio: its clients wait for a photograph that they cannot get. */
export function faultLetter(letterhead: Letterhead, told: Told): NewMail {
  const page = `${letterhead.siteUrl}/studio/galleries/${told.galleryId}/deliveries`
  return {
    kind: 'delivery-fault',
    to: { name: letterhead.name, email: letterhead.email },
    subject: `A photograph of ${told.galleryTitle} cannot be downloaded`,
    body: mailBody(
      <Letter
        letterhead={letterhead}
        preview={told.sentence}
        title="A photograph cannot be downloaded"
        footnote="You get this once. What else is found within the hour stands in the Studio."
      >
        <Paragraph>
          Downloads that hold it stop with a sentence, so that nobody takes an incomplete archive for a whole
          one.
        </Paragraph>
        <Facts
          rows={[
            ['Gallery', told.galleryTitle],
            ['File', told.fileName],
            ['What is wrong', told.sentence],
          ]}
        />
        <Paragraph>
          Upload the photograph again, or restore its file from a backup. Then press “Try again” on the page{' '}
          <MailLink href={page}>Deliveries</MailLink>.
        </Paragraph>
      </Letter>,
    ),
  }
}
