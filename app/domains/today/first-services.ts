import { z } from 'zod'
import { currencyName, parseMoney } from '~/platform/amounts'
import { ALWAYS, checkbox, refuse } from '~/platform/fields'
import { type FieldValues, type PostedFields, parseForm } from '~/platform/forms'

/** A kind of work that the owner offers, in cents. */
export interface FirstService {
  kind: string
  priceCents: number
  depositCents: number
}

export const serviceField = (kind: string, field: 'offered' | 'price' | 'deposit'): string =>
  `${kind}.${field}`

/** Parses the form of the kinds of work. Only those that are checked need a price. */
export const readFirstServices = (posted: PostedFields | FieldValues, kinds: readonly Kind[]) =>
  parseForm(firstServicesSchema(kinds), posted)

interface Kind {
  notch: string
  title: string
}

function firstServicesSchema(kinds: readonly Kind[]) {
  const kind = z.object({ offered: checkbox(), price: z.string(), deposit: z.string() })
  return z
    .object(Object.fromEntries(kinds.map(({ notch }) => [notch, kind])))
    .superRefine((sent, context) => {
      const [first] = kinds
      if (first && Object.values(sent).every(({ offered, price }) => !offered && price.trim() === ''))
        refuse(
          context,
          serviceField(first.notch, 'offered'),
          'Choose at least one kind of work, or skip this step.',
        )
      for (const [name, { offered, price, deposit }] of Object.entries(sent)) {
        const { title } = kinds.find(({ notch }) => notch === name) as Kind
        if (!offered) {
          if (`${price}${deposit}`.trim() !== '')
            refuse(
              context,
              serviceField(name, 'offered'),
              `Check “I offer this” for ${title}, or clear its price and deposit.`,
            )
          continue
        }
        if (parseMoney(price) === undefined)
          refuse(
            context,
            serviceField(name, 'price'),
            `Enter a price for ${title} in ${currencyName()}, such as 285.`,
          )
        if (deposit.trim() !== '' && parseMoney(deposit) === undefined)
          refuse(
            context,
            serviceField(name, 'deposit'),
            `Enter the deposit for ${title} in ${currencyName()}, or leave it blank.`,
          )
        else if ((parseMoney(deposit) ?? 0) > (parseMoney(price) ?? Infinity))
          refuse(
            context,
            serviceField(name, 'deposit'),
            `Enter a deposit for ${title} that isn’t more than its price.`,
          )
      }
    }, ALWAYS)
    .transform((sent): FirstService[] =>
      Object.entries(sent)
        .filter(([, { offered }]) => offered)
        .map(([name, { price, deposit }]) => ({
          kind: name,
          priceCents: parseMoney(price) ?? 0,
          depositCents: parseMoney(deposit) ?? 0,
        })),
    )
}
