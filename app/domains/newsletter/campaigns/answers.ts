/** Codes for a mailbox or domain that doesn't exist, is disabled or has moved (RFC 3463, 3.2 and 3.5). */
const GONE = /^5\.(?:1\.(?:1|2|3|6|10|351)|2\.1|4\.(?:4|310))$/
/** Codes that leave the reason to the words. Exchange answers 5.4.1 for unknown recipients. */
const VAGUE = /^5\.(?:[0-6]\.0|4\.1)$/
/** An enhanced code, not a part of a network address. */
const CODES = /(?<![\w.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/g
const NO_SUCH_MAILBOX =
  /\bno such (?:user|mailbox|recipient|address|person)|\b(?:user|mailbox|recipient|address|account)\b[^.]{0,60}\b(?:unknown|not found|does(?: not|n.t) (?:exist|have)|disabled)|\bunknown (?:user|mailbox|recipient|address)|\b(?:invalid recipient|mailbox unavailable)\b|\brecipient address rejected: access denied/i
const ABOUT_SENDER = /\bsender\b|\bmail from\b/i

/**
 * Whether a server refused the mailbox itself, and for good. A refusal for other reasons, such as the content, a
 * policy or a quota, says nothing about the mailbox.
 * @param detail a permanent error with the server's answer
 * @param command the SMTP command that was refused, such as `RCPT TO`
 */
export function isMailboxGone(detail: string, command: string | undefined): boolean {
  const codes = (detail.match(CODES) ?? []).filter((code) => !VAGUE.test(code))
  if (codes.length > 0) return codes.every((code) => GONE.test(code))
  return command === 'RCPT TO' && NO_SUCH_MAILBOX.test(detail) && !ABOUT_SENDER.test(detail)
}
