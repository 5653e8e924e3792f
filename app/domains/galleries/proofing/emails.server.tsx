import type { NewMail } from '~/domains/outbox/model'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, Facts, MailButton, Paragraph, Quoted } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'
import { greetableName } from '~/platform/text'
import { photoCount } from '../client-gallery/client-gallery-words'
import type { ChosenItem } from './model'

/** Maximum photos listed in an email. Longer lists only show their number. */
const NAMED = 100

export interface SentList {
  gallery: string
  person: { name: string; email: string }
  purpose: string
  note: string
  chosen: Pick<ChosenItem, 'number' | 'title' | 'fileName'>[]
  /** URL of the list, for the client or the studio. */
  link: string
}

/** Sends the client a copy of what they submitted. */
export function favoritesConfirmed(branding: EmailBranding, list: SentList): NewMail {
  const name = greetableName(list.person.name)
  return {
    kind: 'favorites-confirmed',
    to: { name: '', email: list.person.email },
    replyTo: { name: branding.name, email: branding.email },
    subject: `We got your favorites: ${list.gallery}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={`${photoCount(list.chosen.length)} for ${list.purpose}.`}
        title="We got your favorites"
        footnote="You’re getting this because you submitted favorites in your gallery."
      >
        <Paragraph>{name ? `Hello ${name},` : 'Hello,'}</Paragraph>
        <Paragraph>
          Here’s what you submitted. The list is now locked. If something is missing, reply to this email and
          we’ll reopen it.
        </Paragraph>
        <Facts rows={factsOf(list)} />
        {list.note === '' ? null : <Quoted>{list.note}</Quoted>}
        <Paragraph>
          <MailButton href={list.link}>View them in your gallery</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

/** Notifies the studio of a submitted list. Replies go to the client. */
export function favoritesSubmitted(branding: EmailBranding, list: SentList): NewMail {
  const who = list.person.name || list.person.email
  return {
    kind: 'favorites-submitted',
    to: { name: branding.name, email: branding.email },
    replyTo: list.person,
    subject: `Favorites from ${who}: ${list.purpose}, ${list.gallery}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={`${photoCount(list.chosen.length)} for ${list.purpose}.`}
        title="New favorites"
        footnote="Your reply goes to the client."
      >
        <Facts rows={[['From', who], ['Email', list.person.email], ...factsOf(list)]} />
        {list.note === '' ? null : <Quoted>{list.note}</Quoted>}
        <Paragraph>
          <MailButton href={list.link}>Open them in the Studio</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

/** Notifies the client that the list was reopened. */
export function favoritesReopened(branding: EmailBranding, list: Omit<SentList, 'note' | 'chosen'>): NewMail {
  const name = greetableName(list.person.name)
  return {
    kind: 'favorites-reopened',
    to: { name: '', email: list.person.email },
    replyTo: { name: branding.name, email: branding.email },
    subject: `Your list is open again: ${list.gallery}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={`You can change ${list.purpose} again.`}
        title="Your list is open again"
        footnote="You’re getting this because you submitted favorites in your gallery."
      >
        <Paragraph>{name ? `Hello ${name},` : 'Hello,'}</Paragraph>
        <Paragraph>
          Your list “{list.purpose}” is open again. All your favorites are still there. When you’re done,
          submit it again.
        </Paragraph>
        <Paragraph>
          <MailButton href={list.link}>Open your list</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

/** Tells a client that the studio has answered on a photo. */
export function commentAnswered(
  branding: EmailBranding,
  { gallery, person, number, link }: Pick<SentList, 'gallery' | 'person' | 'link'> & { number: number },
): NewMail {
  const name = greetableName(person.name)
  return {
    kind: 'comment-answered',
    to: { name: '', email: person.email },
    replyTo: { name: branding.name, email: branding.email },
    subject: `A reply about your photos: ${gallery}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={`We commented on photo ${number}.`}
        title="We commented on your photos"
        footnote="You’re getting this because the gallery was shared with this email."
      >
        <Paragraph>{name ? `Hello ${name},` : 'Hello,'}</Paragraph>
        <Paragraph>{`There’s a new comment from us on photo ${number} of “${gallery}.” You can answer it there. If we commented on other photos, too, you’ll find those comments with them.`}</Paragraph>
        <Paragraph>
          <MailButton href={link}>Read the comment</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

/** Tells the studio that a client has commented. Replies go to the client. */
export function commentReceived(
  branding: EmailBranding,
  { gallery, person, link }: Pick<SentList, 'gallery' | 'person' | 'link'>,
): NewMail {
  const who = person.name || person.email
  return {
    kind: 'comment-received',
    to: { name: branding.name, email: branding.email },
    replyTo: person,
    subject: `Comments from ${who}: ${gallery}`,
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={`${who} commented on photos of ${gallery}.`}
        title="New comments"
        footnote="Your reply to this email goes to the client."
      >
        <Paragraph>{`${who} commented on photos of “${gallery}.” You can read and answer them beside each photo.`}</Paragraph>
        <Paragraph>
          <MailButton href={link}>Open them in the Studio</MailButton>
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

function factsOf({ gallery, purpose, chosen }: SentList): [string, string][] {
  const named = chosen
    .slice(0, NAMED)
    .map(({ number, fileName, title }): [string, string] => [
      `No. ${number}`,
      fileName === '' ? title : `${title} (${fileName})`,
    ])
  const more = chosen.length - named.length
  return [
    ['Gallery', gallery],
    ['List', purpose],
    ['Favorites', photoCount(chosen.length)],
    ...named,
    ...(more > 0 ? [['And', photoCount(more)] as [string, string]] : []),
  ]
}
