import { z } from 'zod'
import { emailAddress, line, personName, refuse, text } from '~/platform/fields'
import { TEXT_MAX, TITLE_MAX } from './fields'

export const draftSchema = () =>
  z
    .object({
      title: line({ max: TITLE_MAX, label: 'Title' }),
      body: text({ max: TEXT_MAX, label: 'Text', counted: true }),
      clientName: personName('their'),
      clientEmail: emailAddress('their'),
      secondName: z.string().trim(),
      secondEmail: z.string().trim(),
      studioName: personName('their'),
      studioEmail: emailAddress('their'),
    })
    .superRefine((draft, context) => {
      if (draft.secondName !== '' || draft.secondEmail !== '') {
        for (const [name, schema] of [
          ['secondName', personName('their')],
          ['secondEmail', emailAddress('their')],
        ] as const) {
          const read = schema.safeParse(draft[name])
          if (!read.success) refuse(context, name, read.error.issues[0]?.message ?? '')
        }
      }
      const seen = new Set<string>()
      for (const name of ['clientEmail', 'secondEmail', 'studioEmail'] as const) {
        const key = draft[name].toLowerCase()
        if (key !== '' && seen.has(key))
          refuse(context, name, 'Each signer needs their own email. A code sent there proves who signs.')
        seen.add(key)
      }
    })
