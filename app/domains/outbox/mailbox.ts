import { asCleanLine, isMailAddress } from '~/platform/text'
import type { Mailbox } from './model'

/** How a name and an address stand in one column: the address, or `Name <address>`. The name is one clean line. */
export const writeMailbox = ({ name, email }: Mailbox): string => {
  const shown = asCleanLine(name)
  return shown === '' ? email : `${shown} <${email}>`
}

/** An address has no angle bracket, so the last one begins it, whatever the name holds. */
export function readMailbox(text: string): Mailbox {
  const start = text.lastIndexOf('<')
  if (start < 0) return { name: '', email: text.trim() }
  return { name: text.slice(0, start).trim(), email: text.slice(start + 1, text.lastIndexOf('>')) }
}

/** @throws when the address is none: it should have been refused long before */
export function checkedMailbox(who: Mailbox): Mailbox {
  if (!isMailAddress(who.email))
    throw new Error('An email is addressed to something that isn’t an email address.')
  return { name: asCleanLine(who.name), email: who.email }
}

/** Whom letters come from, and who gets the answers. */
export interface Sender {
  from: Mailbox
  replyTo: Mailbox
  /** The business by its own name and address, as letters name it when they ask for an answer. */
  business: Mailbox
}

/** What the operator wrote in MAIL_FROM stands before the settings. */
export const sendingAs = ({ mailFrom }: { mailFrom: string | undefined }, sender: Sender): Sender =>
  mailFrom === undefined ? sender : { ...sender, from: readMailbox(mailFrom) }
