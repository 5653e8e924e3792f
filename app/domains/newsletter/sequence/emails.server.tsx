import { Fragment, type ReactNode } from 'react'
import type { NewMail } from '~/domains/outbox/model'
import { Formatted } from '~/platform/mail/email-article'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, MailLink, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'
import { FIRST_NAMES } from '../model'
import type { WrittenEmail } from './model'

interface Subscriber {
  email: string
  /** Absent in a test, which has no link to unsubscribe. */
  token?: string
  /** '' when unknown. */
  name?: string
}

/** An email that the owner has written, with one-click unsubscribe (RFC 8058) and a link. */
export function writtenMail(
  branding: EmailBranding,
  { email, token, name = '' }: Subscriber,
  written: WrittenEmail,
  { kind, about }: Pick<NewMail, 'kind' | 'about'>,
): NewMail {
  const wayOut = token === undefined ? '#' : `${branding.siteUrl}/newsletter/unsubscribe/${token}`
  const firstName = name.trim().split(/\s+/)[0] || 'there'
  const filled = (words: string) => words.replaceAll(FIRST_NAMES, () => firstName)
  const subject = filled(written.subject)
  const [first = '', ...rest] = filled(written.text).split(/\n{2,}/)
  return {
    kind,
    pace: 'notice',
    to: { name, email },
    subject,
    ...(about === undefined ? {} : { about }),
    ...(token === undefined
      ? {}
      : {
          headers: {
            'List-Unsubscribe': `<${wayOut}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
    body: mailBody(
      <EmailLayout
        branding={branding}
        preview={first.slice(0, 140)}
        title={subject}
        footnote={
          <>
            You’re getting this because you subscribed to the newsletter of {branding.name}.{' '}
            <MailLink href={wayOut}>Unsubscribe</MailLink>. It takes one click and no password.
          </>
        }
      >
        {[first, ...rest].map((paragraph) => (
          <Paragraph key={paragraph}>{withLinks(paragraph)}</Paragraph>
        ))}
      </EmailLayout>,
    ),
  }
}

/** Web addresses as links. A period or bracket at the end isn't part of the address. */
function withLinks(paragraph: string): ReactNode[] {
  return paragraph.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]’”])/i).map((words, at) =>
    at % 2 === 0 ? (
      words.split('\n').map((line, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Fragment key={n}>
          {n === 0 ? null : <Formatted as="br" />}
          {line}
        </Fragment>
      ))
    ) : (
      <MailLink key={words} href={words}>
        {words}
      </MailLink>
    ),
  )
}
