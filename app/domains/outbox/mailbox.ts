import { asCleanLine, isMailAddress } from '~/platform/text'
import type { Mailbox } from './model'

/**
 * A name and an address in one column: the address, or `Name <address>`. Line breaks are removed from the
 * name.
 */
export const writeMailbox = ({ name, email }: Mailbox): string => {
  const shown = asCleanLine(name)
  return shown === '' ? email : `${shown} <${email}>`
}

/** Addresses contain no angle bracket, so the last one begins it, whatever the name contains. */
export function readMailbox(text: string): Mailbox {
  const start = text.lastIndexOf('<')
  if (start < 0) return { name: '', email: text.trim() }
  return { name: text.slice(0, start).trim(), email: text.slice(start + 1, text.lastIndexOf('>')) }
}

/** @throws when the address is invalid: forms should have refused it */
export function checkedMailbox(who: Mailbox): Mailbox {
  if (!isMailAddress(who.email))
    throw new Error('An email is addressed to something that isn’t an email address.')
  return { name: asCleanLine(who.name), email: who.email }
}

/** Sender and reply address of emails. */
export interface Sender {
  from: Mailbox
  replyTo: Mailbox
  /** The business's name and address, for emails that ask for a reply. */
  business: Mailbox
}

/** The operator's MAIL_FROM overrides the settings. */
export const sendingAs = ({ mailFrom }: { mailFrom: string | undefined }, sender: Sender): Sender =>
  mailFrom === undefined ? sender : { ...sender, from: readMailbox(mailFrom) }
