import type { NewMail } from '~/domains/outbox/model'
import { Cover, Facts, Letter, MailButton, Paragraph, Quoted } from '~/platform/mail/layout'
import type { Letterhead } from '~/platform/mail/letterhead'
import { mailBody } from '~/platform/mail/message-body'
import { greetableName } from '~/platform/person-fields'
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
        footnote="The link is yours alone: whoever has it can open the gallery. You get this because the gallery was shared with this address. If that is a mistake, reply and tell us."
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
        <Paragraph>{`Your gallery “${title}” is open.`}</Paragraph>
        {letter.note === '' ? null : <Quoted>{letter.note}</Quoted>}
        <Paragraph>
          <MailButton href={link}>See your photographs</MailButton>
        </Paragraph>
        <Facts
          rows={[
            ['Gallery', [title, letter.dateline].filter(Boolean).join(', ')],
            ['Photographs', letter.count],
            ['What you can do', whatOne(letter)],
            ['Open until', lastDay ?? ''],
            [
              'PIN',
              letter.needsPin
                ? 'The gallery asks for six digits, which we give you apart from this message.'
                : '',
            ],
          ]}
        />
        <Paragraph>{`Questions? Reply to this message, or call ${letterhead.phone}.`}</Paragraph>
      </Letter>,
    ),
  }
}

/** "Look, choose your favorites, and download" */
function whatOne({ canFavorite, canDownload }: ReadyLetter): string {
  if (canFavorite && canDownload) return 'Look, choose your favorites, and download'
  if (canFavorite) return 'Look, and choose your favorites'
  return canDownload ? 'Look, and download' : 'Look'
}
