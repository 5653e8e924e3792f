import type { ReactNode } from 'react'
import type { NewMail } from '~/domains/outbox/model'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, MailButton, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'

interface Recipient {
  name: string
  email: string
}

/** The record that the emails of a proposal are about. */
export const aboutProposal = (id: string): string => `proposal ${id}`

interface ProposalMail {
  to: Recipient
  kind: string
  subject: string
  title: string
  preview: string
  body: ReactNode
}

const proposalMail = (
  branding: EmailBranding,
  { to, kind, subject, title, preview, body }: ProposalMail,
): NewMail => ({
  ...{ kind, to, subject, replyTo: { name: branding.name, email: branding.email } },
  body: mailBody(
    <EmailLayout
      branding={branding}
      preview={preview}
      title={title}
      footnote="Reply to this email if you have a question about the proposal."
    >
      <Paragraph>Hello {to.name},</Paragraph>
      {body}
    </EmailLayout>,
  ),
})

/** Sends a client their proposal. @param until the last day, as text */
export const proposalToSign = (
  branding: EmailBranding,
  to: Recipient,
  about: { id: string; title: string; number: number; token: string; until: string; expiresAt: number },
): NewMail => ({
  ...proposalMail(branding, {
    to,
    kind: 'proposal',
    subject:
      about.number === 1 ? `Your proposal: ${about.title}` : `Your proposal has changed: ${about.title}`,
    title: about.number === 1 ? 'Your proposal is ready' : 'Your proposal has changed',
    preview: `Choose, sign and pay on your phone through ${about.until}.`,
    body: (
      <>
        <Paragraph>
          {about.number === 1
            ? `We put together “${about.title}” for you. Choose the package you’d like, sign, and you’re booked.`
            : `We changed “${about.title}” for you. The same link always shows the newest version.`}
        </Paragraph>
        <Paragraph>
          <MailButton href={`${branding.siteUrl}/proposal/${about.token}`}>See your proposal</MailButton>
        </Paragraph>
        <Paragraph>
          It’s open through {about.until}. You don’t need an account. This link is only for you: please don’t
          forward it.
        </Paragraph>
      </>
    ),
  }),
  about: aboutProposal(about.id),
  expiresAt: about.expiresAt,
})

/** Reminds a client of the last day. @param until that day, as text */
export const proposalReminder = (
  branding: EmailBranding,
  to: Recipient,
  about: { id: string; title: string; token: string; until: string; expiresAt: number },
): NewMail => ({
  ...proposalMail(branding, {
    to,
    kind: 'proposal-reminder',
    subject: `Open through ${about.until}: ${about.title}`,
    title: 'Your proposal is still open',
    preview: `You can choose and sign through ${about.until}.`,
    body: (
      <>
        <Paragraph>
          “{about.title}” is open through {about.until}. If you’d like it, choose your package and sign by
          then. If you have questions first, just reply to this email.
        </Paragraph>
        <Paragraph>
          <MailButton href={`${branding.siteUrl}/proposal/${about.token}`}>See your proposal</MailButton>
        </Paragraph>
      </>
    ),
  }),
  about: aboutProposal(about.id),
  expiresAt: about.expiresAt,
})

export const proposalWithdrawn = (branding: EmailBranding, to: Recipient, title: string): NewMail =>
  proposalMail(branding, {
    to,
    kind: 'proposal-withdrawn',
    subject: `Withdrawn: ${title}`,
    title: 'This proposal is no longer open',
    preview: 'You don’t need to do anything.',
    body: (
      <Paragraph>
        We withdrew “{title}”. You don’t need to do anything. If you’d still like to work with us, just reply
        to this email.
      </Paragraph>
    ),
  })
