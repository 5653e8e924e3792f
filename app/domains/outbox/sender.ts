import { readCorrespondent } from './correspondent'
import type { Correspondent } from './model'

/** Whom letters come from, and who gets the answers. */
export interface Sender {
  from: Correspondent
  replyTo: Correspondent
  /** The business by its own name and address, as letters name it when they ask for an answer. */
  business: Correspondent
}

/** What the operator wrote in MAIL_FROM stands before the settings. */
export const sendingAs = ({ mailFrom }: { mailFrom: string | undefined }, sender: Sender): Sender =>
  mailFrom === undefined ? sender : { ...sender, from: readCorrespondent(mailFrom) }
