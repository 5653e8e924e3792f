import type { RowField } from '../rows/field'

/** Stands under texts in which facts may be named in braces. */
export const FACTS_HINT = '{name}, {phone} and {email} are filled in from the settings.'

export const SERVICE_FIELDS: RowField[] = [
  { name: 'title', label: 'Title', kind: 'line' },
  {
    name: 'notch',
    label: 'Notch code',
    kind: 'choice',
    hint: 'The film notches that stand beside the title.',
    choices: [
      { value: 'wedding', label: 'Wedding' },
      { value: 'portrait', label: 'Portrait' },
      { value: 'family', label: 'Family' },
      { value: 'prom', label: 'Prom and graduation' },
      { value: 'event', label: 'Event' },
      { value: 'headshot', label: 'Headshot' },
      { value: 'product', label: 'Product' },
    ],
  },
  { name: 'summary', label: 'Summary', kind: 'text', rows: 3, hint: FACTS_HINT },
  {
    name: 'body',
    label: 'How it goes',
    kind: 'text',
    rows: 10,
    optional: true,
    hint: 'Markdown: an empty line between paragraphs, **bold**, [a link](https://example.com).',
  },
  { name: 'points', label: 'What is included', kind: 'lines', optional: true, hint: 'One point a line.' },
  { name: 'fromPrice', label: 'Price from, in dollars', kind: 'price', hint: 'Such as 285 or 1,250.50.' },
  {
    name: 'priceUnit',
    label: 'Price for each',
    kind: 'line',
    optional: true,
    hint: 'Such as photograph: “from $45 a photograph”. Empty: for the session.',
  },
  { name: 'photo', label: 'Photograph', kind: 'photo', optional: true, hint: 'On the services page.' },
  {
    name: 'thumbnail',
    label: 'Small photograph',
    kind: 'photo',
    optional: true,
    hint: 'In the list on Home.',
  },
  { name: 'published', label: 'On the site', kind: 'switch' },
]
