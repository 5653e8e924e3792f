import { NAME_MAX } from '~/platform/fields'
import type { FieldErrors } from '~/platform/forms'
import { isBlank, isCleanLine } from '~/platform/text'
import { DRAWING, PATH_MAX } from './drawing'
import type { ReleaseChoice, Signature } from './model'
import { initialsField } from './sign-fields'
import type { Places } from './text'

const INITIALS_MAX = 8

const RELEASE_CHOICES: ReleaseChoice[] = ['yes', 'no']

/** What a signer posts. */
export interface SignForm {
  initials: string[]
  release: string
  name: string
  drawing: string
  consent: string
  code: string
}

export type ReadSignature =
  | { ok: true; initials: string[]; release?: ReleaseChoice; signature: Signature }
  | { ok: false; errors: FieldErrors }

/** Checks everything but the code. */
export function readSignature(sent: SignForm, places: Places): ReadSignature {
  const errors: FieldErrors = {}
  const initials = Array.from({ length: places.initials }, (_, number) =>
    (sent.initials[number] ?? '').trim(),
  )
  for (const [number, typed] of initials.entries())
    if (isBlank(typed)) errors[initialsField(number)] = 'Write your initials here.'
    else if (typed.length > INITIALS_MAX || !isCleanLine(typed))
      errors[initialsField(number)] = `Use up to ${INITIALS_MAX} letters for your initials.`
  const release = RELEASE_CHOICES.find((each) => each === sent.release)
  if (places.release && !release) errors.release = 'Choose whether you agree to the model release.'
  const [name, path] = [sent.name.trim(), sent.drawing.trim()]
  if (path === '') {
    if (isBlank(name)) errors.name = 'Type your full name, or draw your signature.'
    else if (name.length > NAME_MAX || !isCleanLine(name)) errors.name = 'Type your name as one line of text.'
  } else if (!isDrawing(path))
    errors.drawing = 'We couldn’t read that drawing. Clear it and draw your whole signature.'
  if (sent.consent !== 'yes') errors.consent = 'Agree to sign electronically, or ask us for a paper copy.'
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return {
    ...{ ok: true, initials },
    ...(places.release && release && { release }),
    signature: path === '' ? { kind: 'typed', name } : { kind: 'drawn', path },
  }
}

/** Whether a text is path data with only lines, within the field, and with a few of them at least. */
function isDrawing(path: string): boolean {
  if (path.length > PATH_MAX || !/^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/.test(path)) return false
  const points = [...path.matchAll(/(\d+) (\d+)/g)]
  return (
    points.length >= 4 &&
    points.every(([, x, y]) => Number(x) <= DRAWING.width && Number(y) <= DRAWING.height)
  )
}
