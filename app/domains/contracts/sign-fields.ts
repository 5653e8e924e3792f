import type { SignForm } from './signature'
import type { Places } from './text'

export const initialsField = (number: number): string => `initials.${number}`

/** The fields of the form, in its order. */
export const signFields = ({ initials }: Places): string[] => [
  ...Array.from({ length: initials }, (_, number) => initialsField(number)),
  ...['release', 'consent', 'name', 'drawing', 'code'],
]

/** What a signer posted. @returns `values`: what the form shows again */
export function readSignForm(form: { get: (name: string) => string; entries: () => [string, string][] }): {
  sent: SignForm & { sha256: string }
  values: Record<string, string>
} {
  const places = form.entries().filter(([name]) => name.startsWith('initials.')).length
  const initials = Array.from({ length: places }, (_, number) => form.get(initialsField(number)))
  const [name, drawing, consent] = [form.get('name'), form.get('drawing'), form.get('consent')]
  const release = form.get('release')
  return {
    sent: { initials, release, name, drawing, consent, code: form.get('code'), sha256: form.get('sha256') },
    values: {
      ...Object.fromEntries(initials.map((typed, number) => [initialsField(number), typed])),
      ...{ name, drawing, consent, release },
    },
  }
}
