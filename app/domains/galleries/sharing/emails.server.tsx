import type { NewMail } from '~/domains/outbox/model'
import { Cover, Facts, Letter, MailButton, Paragraph, Quoted } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { mailBody } from '~/platform/mail/message-body'
import { greetableName } from '~/platform/text'
import type { Addressee } from './address-lines'

export interface ReadyLetter {
  title: string
  dateline: string
  note: string
  /** "412 photographs" */
  count: string
  /** Path of the cover’s picture, which travels within the message; null: there is none yet. */
  cover: { path: string; width: number; height: number } | null
  /** The whole address that opens the gallery for this person. */
  link: string
  /** "June 30, 2027"; null: there is no end. */
  lastDay: string | null
  canFavorite: boolean
  canDownload: boolean
  needsPin: boolean
}

/** “Your photos are ready”: the cover, what to do, until when, and how to reach the studio. */
export function readyMail(letterhead: Letterhead, to: Addressee, letter: ReadyLetter): NewMail {
  const { title, cover, link, lastDay } = letter
  const name = greetableName(to.name)
  return {
    kind: 'gallery-ready',
    to: { name: name ?? '', email: to.email },
    replyTo: { name: letterhead.name, email: letterhead.email },
    subject: `Your photos are ready: ${title}`,
    body: mailBody(
      <Letter
        letterhead={letterhead}
        preview={`${letter.count}, waiting for you.`}
        title="Your photos are ready"
        footnote="This link is personal, so please keep it private. Anyone with it can open your gallery. You’re getting this because the gallery was shared with this email. If that’s a mistake, reply and tell us."
      >
        {cover ? (
          <Cover
            href={link}
            src={letterhead.siteUrl + cover.path}
            alt={title}
            width={cover.width}
            height={cover.height}
          />
        ) : null}
        <Paragraph>{name ? `Hello ${name},` : 'Hello,'}</Paragraph>
        <Paragraph>{`Your gallery “${title}” is ready.`}</Paragraph>
        {letter.note === '' ? null : <Quoted>{letter.note}</Quoted>}
        <Paragraph>
          <MailButton href={link}>View your photos</MailButton>
        </Paragraph>
        <Facts
          rows={[
            ['Gallery', [title, letter.dateline].filter(Boolean).join(', ')],
            ['Photos', letter.count],
            ['You can', whatOne(letter)],
            ['Open until', lastDay ?? ''],
            ['PIN', letter.needsPin ? 'You’ll need a 6-digit PIN, which we’ll send you separately.' : ''],
          ]}
        />
        <Paragraph>{`Questions? Reply to this email or call ${letterhead.phone}.`}</Paragraph>
      </Letter>,
    ),
  }
}

/** "View, favorite, and download" */
function whatOne({ canFavorite, canDownload }: ReadyLetter): string {
  if (canFavorite && canDownload) return 'View, favorite, and download'
  if (canFavorite) return 'View and favorite'
  return canDownload ? 'View and download' : 'View'
}
