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

/** Parses a stored mailbox. Addresses contain no angle bracket, so the last one begins the address. */
export function readMailbox(text: string): Mailbox {
  const start = text.lastIndexOf('<')
  if (start < 0) return { name: '', email: text.trim() }
  return { name: text.slice(0, start).trim(), email: text.slice(start + 1, text.lastIndexOf('>')) }
}

/** @throws if the address is invalid, which forms should have refused */
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

/** The sender from the settings, unless the operator's MAIL_FROM overrides it. */
export const sendingAs = ({ mailFrom }: { mailFrom: string | undefined }, sender: Sender): Sender =>
  mailFrom === undefined ? sender : { ...sender, from: readMailbox(mailFrom) }
