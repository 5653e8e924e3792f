import { isBlank, isCleanLine, isMailAddress } from './text'

/** Limits of the fields by which a person says who they are, in characters. */
export const NAME_MAX = 120
export const PHONE_MAX = 40

/** Who fills in the form: the person, or the studio for them. */
export type Whose = 'your' | 'their'

/** What is wrong with a name, as a sentence for who typed it; undefined: nothing. Spaces around it do not count. */
export function nameError(name: string, whose: Whose = 'your'): string | undefined {
  if (isBlank(name)) return whose === 'your' ? 'Tell us your name.' : 'Enter their name.'
  if (name.length > NAME_MAX) return `Shorten ${whose} name to ${NAME_MAX} characters.`
  if (!isCleanLine(name)) return `Enter ${whose} name as one line of plain text.`
  return undefined
}

/** Any address that the HTML standard’s rule takes. */
export function emailError(email: string, whose: Whose = 'your'): string | undefined {
  if (isBlank(email)) return `Enter ${whose} email address.`
  if (!isMailAddress(email))
    return `Enter a full email address, like ${whose === 'your' ? 'you' : 'name'}@example.com.`
  return undefined
}

/** A telephone number is free text with 7 to 15 digits (15 is the most there are: ITU-T E.164); it may be left out. */
export function phoneError(phone: string, whose: Whose = 'your'): string | undefined {
  if (isBlank(phone)) return undefined
  const digits = phone.replace(/\D/g, '').length
  if (phone.length > PHONE_MAX || !isCleanLine(phone) || digits < 7 || digits > 15)
    return `Enter all the digits of ${whose} phone number, like (973) 555-0142, or leave it blank.`
  return undefined
}
