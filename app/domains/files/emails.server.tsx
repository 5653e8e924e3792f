import type { NewMail } from '~/domains/outbox/model'
import { List, ListItem } from '~/platform/mail/email-article'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, MailButton, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'
import { type CleanupStop, stopSentence } from './model'

const MOST_NAMED = 20

/** Warns the owner about missing originals, while backups still contain them. */
export function originalsLost(branding: EmailBranding, names: string[]): NewMail {
  const isOne = names.length === 1
  const subject = isOne
    ? 'The original of a photo is missing or damaged'
    : `The originals of ${names.length.toLocaleString('en-US')} photos are missing or damaged`
  const more = names.length > MOST_NAMED ? [`and ${names.length - MOST_NAMED} more`] : []
  return {
    kind: 'originals-lost',
    to: { name: branding.name, email: branding.email },
    subject,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview="Upload them again, or restore them from your backup."
        title={isOne ? 'An original is missing' : 'Originals are missing'}
        footnote="Your site checks its files every hour. You get one email about each missing original."
      >
        <Paragraph>{subject}:</Paragraph>
        <List>
          {[...names.slice(0, MOST_NAMED), ...more].map((name) => (
            <ListItem key={name}>{name}</ListItem>
          ))}
        </List>
        <Paragraph>
          Restore the files from your backup, or upload the photos again. We’ll recognize them and put them
          back where they were. Visitors still see these photos.
        </Paragraph>
        <Paragraph>
          <MailButton href={`${branding.siteUrl}/studio/photos`}>View your photos in the Studio</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

/** Tells the owner that a cleanup stopped, and what to decide. */
export function cleanupStopped(
  branding: EmailBranding,
  stop: Pick<CleanupStop, 'what' | 'found' | 'total'>,
): NewMail {
  const sentence = stopSentence(stop)
  return {
    kind: 'cleanup-stopped',
    to: { name: branding.name, email: branding.email },
    subject: 'Cleanup stopped and needs your decision',
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={sentence}
        title="Cleanup stopped"
        footnote="You get one email each time cleanup stops."
      >
        <Paragraph>{sentence}</Paragraph>
        <Paragraph>
          If you removed these photos on purpose, allow the cleanup. If you didn’t, an older database may have
          been restored, or the data folder replaced. Put the right one back first.
        </Paragraph>
        <Paragraph>
          <MailButton href={`${branding.siteUrl}/studio/quarantine`}>Review quarantine</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}
