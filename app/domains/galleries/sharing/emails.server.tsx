import type { NewMail } from '~/domains/outbox/model'
import { type EmailBranding, orCall } from '~/platform/mail/email-branding'
import { Cover, EmailLayout, Facts, MailButton, Paragraph, Quoted } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'
import { greetableName } from '~/platform/text'
import type { EmailCover } from '../client-gallery/email-cover.server'
import type { Addressee } from './address-lines'

export interface ReadyEmail {
  title: string
  dateline: string
  note: string
  /** "412 photos" */
  count: string
  cover: EmailCover | null
  /** The full URL of this client's gallery. */
  link: string
  /** "June 30, 2027"; null: no expiration. */
  lastDay: string | null
  canFavorite: boolean
  canDownload: boolean
  needsPin: boolean
}

/** “Your photos are ready”: the cover, what to do, the expiration date, and how to reach the studio. */
export function readyMail(branding: EmailBranding, to: Addressee, email: ReadyEmail): NewMail {
  const { title, cover, link, lastDay } = email
  const name = greetableName(to.name)
  return {
    kind: 'gallery-ready',
    to: { name: name ?? '', email: to.email },
    replyTo: { name: branding.name, email: branding.email },
    subject: `Your photos are ready: ${title}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={`${email.count}, waiting for you.`}
        title="Your photos are ready"
        footnote="This link is personal, so please keep it private. Anyone with it can open your gallery. You’re getting this because the gallery was shared with this email. If that’s a mistake, reply and tell us."
      >
        <GalleryCover {...{ branding, cover, link, title }} />
        <Paragraph>{name ? `Hello ${name},` : 'Hello,'}</Paragraph>
        <Paragraph>{`Your gallery “${title}” is ready, with ${email.count}.`}</Paragraph>
        {email.note === '' ? null : <Quoted>{email.note}</Quoted>}
        <Paragraph>
          <MailButton href={link}>View your photos</MailButton>
        </Paragraph>
        <Facts
          rows={[
            ['Gallery', [title, email.dateline].filter(Boolean).join(', ')],
            ['You can', whatOne(email)],
            ['Open until', lastDay ?? ''],
            ['PIN', email.needsPin ? 'You’ll need a 6-digit PIN, which we’ll send you separately.' : ''],
          ]}
        />
        <Paragraph>{`Questions? Reply to this email${orCall(branding)}.`}</Paragraph>
      </EmailLayout>,
    ),
  }
}

interface GalleryCoverProps {
  branding: EmailBranding
  cover: EmailCover | null
  /** The full URL of this client's gallery. */
  link: string
  title: string
}

export const GalleryCover = ({ branding, cover, link, title }: GalleryCoverProps) =>
  cover ? (
    <Cover
      href={link}
      src={branding.siteUrl + cover.path}
      alt={title}
      width={cover.width}
      height={cover.height}
    />
  ) : null

/** "View, favorite, and download" */
function whatOne({ canFavorite, canDownload }: ReadyEmail): string {
  if (canFavorite && canDownload) return 'View, favorite, and download'
  if (canFavorite) return 'View and favorite'
  return canDownload ? 'View and download' : 'View'
}
