import type { ReactNode } from 'react'
import type { NewMail } from '~/domains/outbox/model'
import { Heading } from '~/platform/mail/email-article'
import type { EmailBranding } from '~/platform/mail/email-branding'
import { EmailLayout, MailButton, MailLink, Paragraph } from '~/platform/mail/email-layout'
import { mailBody } from '~/platform/mail/message-body'
import { greetableName } from '~/platform/text'
import { dateOf, longDate, timeInWords } from '~/platform/time'
import { UNKNOWN_DEVICE } from './device-name'
import type { LinkPurpose } from './model'

interface Recipient {
  name: string
  email: string
}

interface Words {
  kind: string
  subject: string
  preview: string
  title: string
  body: ReactNode
  footnote: ReactNode
}

function accountMail(branding: EmailBranding, to: Recipient, words: Words): NewMail {
  const { kind, subject, preview, title, body, footnote } = words
  return {
    kind,
    to: { name: greetableName(to.name) ?? '', email: to.email },
    replyTo: { name: branding.name, email: branding.email },
    subject,
    body: mailBody(
      <EmailLayout branding={branding} preview={preview} title={title} footnote={footnote}>
        {body}
      </EmailLayout>,
    ),
  }
}

/** Path of each kind of link; the token is the last part. */
const PATHS: Record<LinkPurpose, string> = {
  'verify-email': 'verify-email',
  'reset-password': 'reset-password',
  'sign-in': 'sign-in',
  'change-email': 'confirm-email',
}

const WORDS: Record<
  LinkPurpose,
  Omit<Words, 'body' | 'kind'> & { lead: string; action: string; lasts: string }
> = {
  'verify-email': {
    subject: 'Confirm your email address',
    preview: 'One click, and your account is ready.',
    title: 'Confirm your email',
    lead: 'Someone, hopefully you, created an account with this email address',
    action: 'Confirm my email',
    lasts:
      'The link works for a day. Open it in the browser where you created the account. Anywhere else, you’ll need the password.',
    footnote: 'If you didn’t create an account, you can ignore this email. No one can use it without you.',
  },
  'reset-password': {
    subject: 'Reset your password',
    preview: 'The link works once, for 30 minutes.',
    title: 'Reset your password',
    lead: 'Someone, hopefully you, asked for a new password for this account',
    action: 'Choose a new password',
    lasts: 'The link works once, for 30 minutes.',
    footnote: 'If you didn’t ask for this, you can ignore it. Your password stays the same.',
  },
  'sign-in': {
    subject: 'Your sign-in link',
    preview: 'Sign in without a password. The link works once.',
    title: 'Sign in',
    lead: 'Someone, hopefully you, asked for a link to sign in with this email address',
    action: 'Sign in',
    lasts: 'The link works once, for 15 minutes.',
    footnote: 'If you didn’t ask for this, you can ignore it. No one can sign in without this email.',
  },
  'change-email': {
    subject: 'Confirm your new email address',
    preview: 'Your account keeps its old email until you do.',
    title: 'Your new email',
    lead: 'Someone asked to use this email address for their account',
    action: 'Use this email',
    lasts:
      'The link works once, for a day. Open it in the browser where you asked for it. Anywhere else, you’ll need the password.',
    footnote: 'If you didn’t ask for this, you can ignore it. Nothing changes without you.',
  },
}

interface LinkWords {
  purpose: LinkPurpose
  token: string
  /** "from Firefox on Windows, on November 22, 2026 at about 3:10 PM Eastern Time" */
  requestedFrom: string | undefined
  /** The verified address of the requesting account, when the link goes to another address. */
  account: string | undefined
}

/**
 * An email with a link for one action. It contains no name, since anyone could have typed both the address
 * and the name.
 */
export function linkMail(
  branding: EmailBranding,
  { email }: Pick<Recipient, 'email'>,
  { purpose, token, requestedFrom, account }: LinkWords,
): NewMail {
  const { lead, action, lasts, ...words } = WORDS[purpose]
  const who = account === undefined ? '' : ` (${account})`
  const fromWhere = requestedFrom === undefined ? '' : `, ${requestedFrom}`
  return accountMail(
    branding,
    { name: '', email },
    {
      ...words,
      kind: `account-${purpose}`,
      body: (
        <>
          <Paragraph>{`${lead}${who}${fromWhere}.`}</Paragraph>
          <Paragraph>
            <MailButton href={`${branding.siteUrl}/${PATHS[purpose]}/${token}`}>{action}</MailButton>
          </Paragraph>
          <Paragraph>{lasts}</Paragraph>
        </>
      ),
    },
  )
}

/** An email with a code. `withoutTokens` finds the code by the text before it. */
export const proofCodeMail = (branding: EmailBranding, to: Recipient, code: string): NewMail =>
  accountMail(branding, to, {
    kind: 'account-proof-code',
    subject: 'Your code to confirm it’s you',
    preview: 'The code works once, for ten minutes.',
    title: 'Confirm it’s you',
    body: (
      <>
        <Paragraph>Enter this code on the page that asked for it.</Paragraph>
        <Heading level={2}>{`Code: ${code}`}</Heading>
        <Paragraph>It works once, for ten minutes.</Paragraph>
      </>
    ),
    footnote:
      'If you didn’t ask for a code, someone else is signed in to your account. Change your password and reply to this email.',
  })

/** Invitation to the team. */
export const invitationMail = (
  branding: EmailBranding,
  { email }: { email: string },
  { role, token, by }: { role: 'owner' | 'assistant'; token: string; by: string },
): NewMail =>
  accountMail(
    branding,
    { name: '', email },
    {
      kind: 'account-invitation',
      subject: `You’re invited to join ${branding.name}’s Studio`,
      preview: 'The link works once, for three days.',
      title: 'Join the Studio',
      body: (
        <>
          <Paragraph>
            {greetableName(by) ?? branding.name} invites you to work in the Studio of {branding.name}, as{' '}
            {role === 'owner' ? 'an owner' : 'an assistant'}.
          </Paragraph>
          <Paragraph>
            <MailButton href={`${branding.siteUrl}/owner/${token}`}>Open the Studio</MailButton>
          </Paragraph>
          <Paragraph>The link works once, for three days.</Paragraph>
        </>
      ),
      footnote: 'If you weren’t expecting this, you can ignore this email.',
    },
  )

/** Sent when a registered address registers again. The page doesn't reveal that the account exists. */
export const alreadyRegisteredMail = (branding: EmailBranding, to: Recipient): NewMail => ({
  pace: 'receipt',
  ...accountMail(branding, to, {
    kind: 'account-exists',
    subject: 'You already have an account',
    preview: 'Sign in, or choose a new password.',
    title: 'You already have an account',
    body: (
      <>
        <Paragraph>
          Someone, hopefully you, tried to create an account with this email. You already have one.
        </Paragraph>
        <Paragraph>
          <MailLink href={`${branding.siteUrl}/login`}>Sign in</MailLink>. There you can also reset your
          password, or get a sign-in link instead.
        </Paragraph>
      </>
    ),
    footnote: 'If this wasn’t you, you can ignore this email. Nothing has changed.',
  }),
})

export type SecurityChange =
  | 'recovery-codes'
  | 'password'
  | 'email'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'second-step-reset'
  | 'deleted'

const CHANGES: Record<SecurityChange, { subject: string; sentence: string }> = {
  'recovery-codes': {
    subject: 'You have new recovery codes',
    sentence: 'New recovery codes were created for your account. The old ones no longer work.',
  },
  password: {
    subject: 'Your password has changed',
    sentence: 'Your account’s password was changed, and you were signed out everywhere else.',
  },
  email: {
    subject: 'Your email address has changed',
    sentence: 'Your account has a new email address. We’ll send emails about it there from now on.',
  },
  'two-factor-on': {
    subject: 'Two-factor authentication is on',
    sentence: 'Your account is now protected by codes from your authenticator app.',
  },
  'two-factor-off': {
    subject: 'Two-factor authentication is off',
    sentence: 'You no longer need a code from an authenticator app to sign in.',
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    sentence: 'A new passkey can sign in to your account from now on.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account',
    sentence: 'A passkey of your account no longer works. You’re signed out everywhere else.',
  },
  'second-step-reset': {
    subject: 'Your two-factor authentication was reset',
    sentence:
      'An owner of the studio removed the passkeys and the authenticator app from your account. You’re signed out everywhere, and can set up new ones after you sign in with your password.',
  },
  deleted: {
    subject: 'Your account has been deleted',
    sentence: 'Your account and its profile have been deleted, as you asked.',
  },
}

interface NewDevice {
  /** Such as "Firefox on Windows". */
  device: string
  /** The network part of the IP address; '' if unknown. */
  network: string
  /** Milliseconds since 1970. */
  at: number
  zone: string
}

/** Sent after a sign-in from an unknown device. */
export function newDeviceMail(
  branding: EmailBranding,
  to: Recipient,
  { device, network, at, zone }: NewDevice,
): NewMail {
  const when = `${longDate(dateOf(at, zone))} at ${timeInWords(at, zone)}`
  const from = networkWords(network)
  const kind = device === UNKNOWN_DEVICE ? 'A new device' : device
  return accountMail(branding, to, {
    kind: 'account-new-device',
    subject: 'New sign-in to your account',
    preview: `${kind}, ${when}.`,
    title: 'A new device signed in',
    body: (
      <>
        <Paragraph>
          {kind} signed in to your account with {branding.name} on {when}.{from ? ` ${from}` : ''}
        </Paragraph>
        <Paragraph>If this was you, you don’t need to do anything.</Paragraph>
        <Paragraph>
          If it wasn’t, open{' '}
          <MailLink href={`${branding.siteUrl}/profile#security`}>your security settings</MailLink>, choose
          “Sign out everywhere else,” and change your password.
        </Paragraph>
      </>
    ),
    footnote: 'We send this email when a device signs in that your account hasn’t seen before.',
  })
}

/** A sentence about the network; '' for private addresses, which would mean nothing to the reader. */
function networkWords(network: string): string {
  const isPrivate = /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01]))\.|^(0:0:0|f[cd]|fe[89ab])/.test(network)
  if (network === '' || isPrivate) return ''
  const start = network.replace(/(\.0\/24|::\/48)$/, '')
  return `Its internet address starts with ${start}.`
}

/** Sent after failed sign-ins to an account. */
export const failedSignInsMail = (branding: EmailBranding, to: Recipient): NewMail =>
  accountMail(branding, to, {
    kind: 'account-failed-sign-ins',
    subject: 'Failed sign-ins to your account',
    preview: 'Someone failed to sign in ten times.',
    title: 'Ten failed sign-ins',
    body: (
      <>
        <Paragraph>
          Someone tried to sign in to your account with {branding.name} ten times within a day and failed. No
          one got in this way.
        </Paragraph>
        <Paragraph>
          If it was you,{' '}
          <MailLink href={`${branding.siteUrl}/forgot-password`}>choose a new password</MailLink>.
        </Paragraph>
        <Paragraph>
          If it wasn’t, make sure you don’t use this password anywhere else. In{' '}
          <MailLink href={`${branding.siteUrl}/profile#security`}>your security settings</MailLink> you can
          turn on two-factor authentication.
        </Paragraph>
      </>
    ),
    footnote: 'We send this email at most once a day.',
  })

/** Emails a person about a change to how they sign in. */
export const securityMail = (branding: EmailBranding, to: Recipient, change: SecurityChange): NewMail =>
  accountMail(branding, to, {
    kind: `account-${change}`,
    subject: CHANGES[change].subject,
    preview: CHANGES[change].sentence,
    title: CHANGES[change].subject,
    body: (
      <>
        <Paragraph>{CHANGES[change].sentence}</Paragraph>
        {change === 'deleted' ? (
          <Paragraph>If this wasn’t you, reply to this email right away.</Paragraph>
        ) : (
          <Paragraph>
            If this wasn’t you, reply to this email right away, and check{' '}
            <MailLink href={`${branding.siteUrl}/profile#security`}>your security settings</MailLink>.
          </Paragraph>
        )}
      </>
    ),
    footnote: 'We email you about every change to how you sign in.',
  })
