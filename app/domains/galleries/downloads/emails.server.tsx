import type { NewMail } from '~/domains/outbox/model'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, Facts, MailLink, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'

interface Told {
  galleryId: string
  galleryTitle: string
  fileName: string
  sentence: string
}

/** For the studio: clients are waiting for a photo that can't be delivered. */
export function faultEmail(branding: EmailBranding, told: Told): NewMail {
  const page = `${branding.siteUrl}/studio/galleries/${told.galleryId}/downloads`
  return {
    kind: 'download-fault',
    to: { name: branding.name, email: branding.email },
    subject: `A photo in ${told.galleryTitle} can’t be downloaded`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={told.sentence}
        title="A photo can’t be downloaded"
        footnote="You get this email once. Anything else we find within the hour shows up in the Studio."
      >
        <Paragraph>
          Downloads that contain it stop with a message, so no one mistakes an incomplete archive for a
          complete one.
        </Paragraph>
        <Facts
          rows={[
            ['Gallery', told.galleryTitle],
            ['File', told.fileName],
            ['Problem', told.sentence],
          ]}
        />
        <Paragraph>
          Upload the photo again, or restore its file from a backup. Then click “Try again” on the page{' '}
          <MailLink href={page}>Downloads</MailLink>.
        </Paragraph>
      </EmailLayout>,
    ),
  }
}
