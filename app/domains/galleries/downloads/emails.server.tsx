import type { NewMail } from '~/domains/outbox/model'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, Facts, MailLink, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'

interface Fault {
  galleryId: string
  galleryTitle: string
  fileName: string
  sentence: string
}

/** Notifies the studio that a photo can't be downloaded. */
export function faultEmail(branding: EmailBranding, fault: Fault): NewMail {
  const page = `${branding.siteUrl}/studio/galleries/${fault.galleryId}/downloads`
  return {
    kind: 'download-fault',
    to: { name: branding.name, email: branding.email },
    subject: `A photo in ${fault.galleryTitle} can’t be downloaded`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={fault.sentence}
        title="A photo can’t be downloaded"
        footnote="You get this email once. Anything else we find within the hour shows up in the Studio."
      >
        <Paragraph>
          Downloads that contain it stop with a message, so no one mistakes an incomplete archive for a
          complete one.
        </Paragraph>
        <Facts
          rows={[
            ['Gallery', fault.galleryTitle],
            ['File', fault.fileName],
            ['Problem', fault.sentence],
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
