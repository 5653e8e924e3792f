import type { FormField, FormPart } from '~/domains/content/rows/fields'
import { MOST_OPTIONS, MOST_VARIANTS, MOST_VIEWS } from './model'

const PRICE = 'For example, 85 or 1,250.50.'

const VARIANT: FormField[] = [
  {
    name: 'size',
    label: 'Size',
    kind: 'line',
    optional: true,
    hint: 'For example, 11 × 14 in.',
  },
  { name: 'finish', label: 'Finish', kind: 'line', optional: true, hint: 'For example, Natural oak.' },
  { name: 'priceCents', label: 'Price', kind: 'price', hint: PRICE },
  {
    name: 'days',
    label: 'Production time (days)',
    kind: 'number',
    optional: true,
    hint: 'Leave blank to show none.',
  },
]

/** The form of a product, in the order of the Studio. */
export const PRODUCT_FIELDS: FormPart[] = [
  { name: 'title', label: 'Title', kind: 'line' },
  {
    name: 'category',
    label: 'Category',
    kind: 'line',
    hint: 'For example, Prints. Products with the same category are filtered together.',
  },
  { name: 'summary', label: 'Summary', kind: 'text', hint: 'Shown in the list, and at the top of the page.' },
  { name: 'body', label: 'Text', kind: 'document' },
  { name: 'photo', label: 'Photo', kind: 'photo', optional: true },
  {
    ...{ name: 'views', label: 'More photos', kind: 'rows', one: 'photo', least: 0, most: MOST_VIEWS },
    fields: [{ name: '', label: 'Photo', kind: 'photo' }],
  },
  {
    name: 'details',
    label: 'Size and time',
    kind: 'line',
    optional: true,
    hint: 'For example, 8 × 10 in · 6 days. Shown next to the price.',
  },
  {
    name: 'priceCents',
    label: 'Price',
    kind: 'price',
    optional: true,
    hint: `${PRICE} Leave blank if there are variants. Their lowest price is shown.`,
  },
  { name: 'priceFrom', label: 'Show “from” before the price', kind: 'switch' },
  {
    ...{ name: 'variants', label: 'Variants', kind: 'rows', one: 'variant', least: 0, most: MOST_VARIANTS },
    hint: 'Sizes and finishes with their own prices.',
    fields: VARIANT,
  },
  {
    ...{ name: 'options', label: 'Options', kind: 'rows', one: 'option', least: 0, most: MOST_OPTIONS },
    hint: 'Choices at the same price, such as linen colors.',
    fields: [
      { name: 'name', label: 'Name', kind: 'line', hint: 'For example, Linen color.' },
      { name: 'choices', label: 'Choices', kind: 'lines', rows: 4, hint: 'One per line.' },
    ],
  },
  { name: 'taxable', label: 'Taxable', kind: 'switch' },
  { name: 'soldOut', label: 'Sold out', kind: 'switch' },
  { name: 'published', label: 'On the site', kind: 'switch' },
]
