import type { ReactNode } from 'react'
import type { NewMail } from '~/domains/outbox/model'
import { Heading } from '~/platform/mail/email-article'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, MailButton, MailLink, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'
import { CODE_MINUTES } from './model'

export interface Recipient {
  name: string
  email: string
}

/** The record that the emails of a version are about. */
export const aboutVersion = (versionId: string): string => `contract ${versionId}`

interface ContractMail {
  to: Recipient
  kind: string
  title: string
  subject: string
  preview: string
  body: ReactNode
  footnote?: string
}

const contractMail = (
  branding: EmailBranding,
  { to, kind, title, subject, preview, body, footnote }: ContractMail,
): NewMail => ({
  kind,
  to,
  replyTo: { name: branding.name, email: branding.email },
  subject,
  body: mailBody(
    <EmailLayout
      branding={branding}
      preview={preview}
      title={title}
      footnote={footnote ?? 'Reply to this email if you have a question about the contract.'}
    >
      <Paragraph>Hello {to.name},</Paragraph>
      {body}
    </EmailLayout>,
  ),
})

/** Asks a signer to sign. @param until the last day, as text */
export const signMail = (
  branding: EmailBranding,
  to: Recipient,
  about: {
    versionId: string
    title: string
    number: number
    token: string
    until: string
    expiresAt: number
  },
): NewMail => ({
  ...contractMail(branding, {
    to,
    kind: 'contract-to-sign',
    subject: `Please sign: ${about.title}`,
    title: about.number === 1 ? 'Your contract is ready' : 'Your contract has changed',
    preview: `You can sign on your phone through ${about.until}.`,
    body: (
      <>
        <Paragraph>
          {about.number === 1
            ? `“${about.title}” is ready for you to read and sign.`
            : `“${about.title}” has a new version for you to read and sign. The version before it can no longer be signed.`}
        </Paragraph>
        <Paragraph>
          <MailButton href={`${branding.siteUrl}/contract/${about.token}`}>Read and sign</MailButton>
        </Paragraph>
        <Paragraph>
          You can sign on your phone, without an account, through {about.until}. This link is only for you:
          please don’t forward it.
        </Paragraph>
      </>
    ),
  }),
  about: aboutVersion(about.versionId),
  expiresAt: about.expiresAt,
})

/** Reminds a client of the last day to sign. @param until that day, as text */
export const signReminder = (
  branding: EmailBranding,
  to: Recipient,
  about: { versionId: string; title: string; token: string; until: string; expiresAt: number },
): NewMail => ({
  ...contractMail(branding, {
    to,
    kind: 'contract-reminder',
    subject: `To sign through ${about.until}: ${about.title}`,
    title: 'Your contract isn’t signed yet',
    preview: `You can sign on your phone through ${about.until}.`,
    body: (
      <>
        <Paragraph>
          You can read and sign “{about.title}” through {about.until}. If you have questions first, just reply
          to this email.
        </Paragraph>
        <Paragraph>
          <MailButton href={`${branding.siteUrl}/contract/${about.token}`}>Read and sign</MailButton>
        </Paragraph>
      </>
    ),
  }),
  about: aboutVersion(about.versionId),
  expiresAt: about.expiresAt,
})

/** An email with a code. `withoutTokens` finds the code by the text before it. */
export const codeMail = (
  branding: EmailBranding,
  to: Recipient,
  about: { title: string; code: string; expiresAt: number },
): NewMail => ({
  ...contractMail(branding, {
    to,
    kind: 'contract-code',
    subject: 'Your code to sign',
    title: 'Your code to sign',
    preview: `The code works once, for ${CODE_MINUTES} minutes.`,
    body: (
      <>
        <Paragraph>Enter this code below “{about.title}” to sign it.</Paragraph>
        <Heading level={2}>{`Code: ${about.code}`}</Heading>
        <Paragraph>It works once, for {CODE_MINUTES} minutes. Don’t give it to anyone else.</Paragraph>
      </>
    ),
    footnote: 'If you didn’t ask for a code, reply to this email. Nothing is signed without it.',
  }),
  pace: 'link',
  expiresAt: about.expiresAt,
})

/** The signed contract, for everyone who signed. */
export const signedMail = (
  branding: EmailBranding,
  to: Recipient,
  about: { versionId: string; title: string; token: string },
): NewMail => ({
  ...contractMail(branding, {
    to,
    kind: 'contract-signed',
    subject: `Signed by everyone: ${about.title}`,
    title: 'Everyone has signed',
    preview: 'Download your signed copy.',
    body: (
      <>
        <Paragraph>“{about.title}” is signed by everyone. Please keep a copy of the PDF.</Paragraph>
        <Paragraph>
          <MailButton href={`${branding.siteUrl}/contract/${about.token}`}>Get the signed PDF</MailButton>
        </Paragraph>
        <Paragraph>
          Its last page says who signed and when. Anyone can check the file at{' '}
          <MailLink href={`${branding.siteUrl}/verify`}>{`${branding.siteUrl}/verify`}</MailLink>.
        </Paragraph>
      </>
    ),
  }),
  about: aboutVersion(about.versionId),
})

export const withdrawnMail = (branding: EmailBranding, to: Recipient, title: string): NewMail =>
  contractMail(branding, {
    to,
    kind: 'contract-withdrawn',
    subject: `Withdrawn: ${title}`,
    title: 'You don’t need to sign',
    preview: 'We withdrew the contract.',
    body: (
      <Paragraph>
        We withdrew “{title}”, so it can no longer be signed. You don’t need to do anything. If that’s
        unexpected, reply to this email.
      </Paragraph>
    ),
  })
