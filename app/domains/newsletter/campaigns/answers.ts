/** Enhanced codes for a mailbox that doesn't exist, is disabled or has moved (RFC 3463, 3.2). */
const GONE = /\b5\.1\.(?:1|2|3|6|10)\b|\b5\.2\.1\b/
const ENHANCED = /\b[245]\.\d{1,3}\.\d{1,3}\b/
const NO_SUCH_MAILBOX =
  /\bno such (?:user|mailbox|recipient|address|person)|\b(?:user|mailbox|recipient|address|account)\b[^.]{0,60}\b(?:unknown|not found|does(?: not|n.t) exist|disabled)|\bunknown (?:user|mailbox|recipient|address)/i

/**
 * Whether a server refused the mailbox itself, and for good. A refusal for other reasons, such as the content, a
 * policy or a quota, says nothing about the mailbox.
 * @param detail the error with the server's answer
 * @param command the SMTP command that was refused, such as `RCPT TO`
 */
export function isMailboxGone(detail: string, command: string | undefined): boolean {
  if (ENHANCED.test(detail)) return GONE.test(detail)
  return command === 'RCPT TO' && /\b55[013]\b/.test(detail) && NO_SUCH_MAILBOX.test(detail)
}
