/** Length of a top-level domain that the newsletter accepts (R33). Other forms accept any address. */
export const TLD_MIN = 2
export const TLD_MAX = 6

/** Shown below the field once it is touched and invalid (R34). */
export const INVALID_UNDER_FIELD = 'Please enter a valid email address.'
/** Shown below that, for an address that is valid elsewhere. */
export const LONG_ENDING = `The part after the last dot can have ${TLD_MIN} to ${TLD_MAX} letters here, like .com.`
/** Announced when an invalid form is submitted (R35). */
export const INVALID_ON_SUBMIT = 'Please enter a valid email.'
/** R36 */
export const SUBSCRIBED = 'Thank you for subscribing!'
/** If the studio asks new subscribers to confirm. */
export const CONFIRM_FIRST = 'Almost done. Press the button in the email we just sent you.'
/** The same, if the site has no mail server. */
export const CONFIRM_UNSENT =
  'Thank you. This site can’t send email yet, so we can’t ask you to confirm. Please try again later.'
/** R37 */
export const ALREADY_SUBSCRIBED = 'Email is already subscribed'
/** Shown for unknown errors, whose details are only logged (R38). */
export const NOT_SUBSCRIBED = 'We couldn’t add you just now. Please try again in a minute.'

/** Why an address given with a booking isn't subscribed. */
export const WISH_REFUSALS = ['invalid-email', 'already-subscribed', 'too-many', 'failed'] as const
export type WishRefusal = (typeof WISH_REFUSALS)[number]

/** R33 to R38, with the sentences of the newsletter form. */
export function wishRefusalSentence(reason: WishRefusal): string {
  switch (reason) {
    case 'invalid-email':
      return INVALID_ON_SUBMIT
    case 'already-subscribed':
      return ALREADY_SUBSCRIBED
    case 'too-many':
    case 'failed':
      return NOT_SUBSCRIBED
  }
}

/** Whether an address is invalid only because of the length of its top-level domain. */
export const isEndingTooLong = (text: string): boolean => {
  const [, start, ending = ''] = /^(.+\.)([a-zA-Z]+)$/.exec(text) ?? []
  return ending.length > TLD_MAX && isNewsletterEmail(`${start}com`)
}

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const ATOM = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+"
const NEWSLETTER_EMAIL = new RegExp(
  `^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[a-zA-Z]{${TLD_MIN},${TLD_MAX}}$`,
)

/** R33: local part, @, domain, dot, top-level domain of 2 to 6 letters; at most 254 characters (RFC 5321, 4.5.3.1). */
export const isNewsletterEmail = (text: string): boolean => text.length <= 254 && NEWSLETTER_EMAIL.test(text)

/** Masks an address so that only its owner recognizes it: "r•••@example.com". */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, at)][0] ?? ''}•••${email.slice(at)}`
}
