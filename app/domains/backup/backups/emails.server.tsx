import type { NewMail } from '~/domains/outbox/model'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, MailButton, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'

/** Tells the owner that the daily backup failed. @param why a sentence */
export function backupFailed(branding: EmailBranding, why: string): NewMail {
  return {
    kind: 'backup-failed',
    to: { name: branding.name, email: branding.email },
    subject: 'Today’s backup failed',
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={why}
        title="Today’s backup failed"
        footnote="You get one email for each daily backup that fails."
      >
        <Paragraph>{why}</Paragraph>
        <Paragraph>This attempt didn’t change your earlier backups.</Paragraph>
        <Paragraph>
          <MailButton href={`${branding.siteUrl}/studio/settings/backups`}>
            View your backups in the Studio
          </MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}
