import type { FieldChoice, FormPart } from '~/domains/content/rows/fields'
import { MOST_OPTIONS, MOST_PACKAGES, OPEN_DAYS } from './choice'
import type { ProposalDraft } from './model'

/** What can be chosen in the form, each by id. */
export interface FormChoices {
  types: { id: string; title: string }[]
  places: { id: string; title: string }[]
  templates: { id: string; name: string }[]
  /** Whether it's for a booking, which says when and where. */
  hasBooking: boolean
}

const NONE: FieldChoice = { value: '', label: 'Not decided yet' }

/** The form of a proposal, in its order. */
export const proposalForm = ({ types, places, templates, hasBooking }: FormChoices): FormPart[] => [
  { name: 'title', label: 'Title', kind: 'line', hint: 'For example, Your wedding in October.' },
  ...(hasBooking
    ? []
    : [
        { name: 'name', label: 'Client’s name', kind: 'line' as const },
        { name: 'email', label: 'Client’s email', kind: 'line' as const },
        { name: 'phone', label: 'Client’s phone', kind: 'line' as const, optional: true },
      ]),
  {
    ...{ name: 'secondName', label: 'Second signer’s name', kind: 'line', optional: true },
    hint: 'For a couple. They’ll get the contract by email after the first signature.',
  },
  { name: 'secondEmail', label: 'Second signer’s email', kind: 'line', optional: true },
  { name: 'intro', label: 'Introduction', kind: 'text', rows: 6, optional: true },
  {
    ...{ name: 'packages', label: 'Packages', kind: 'rows', one: 'package', least: 1, most: MOST_PACKAGES },
    hint: 'The client picks one.',
    fields: [
      { name: 'title', label: 'Name', kind: 'line' },
      { name: 'text', label: 'What’s included', kind: 'text', rows: 4, optional: true },
      { name: 'priceCents', label: 'Price', kind: 'price' },
    ],
  },
  {
    ...{ name: 'options', label: 'Extras', kind: 'rows', one: 'extra', least: 0, most: MOST_OPTIONS },
    hint: 'What the client can add, such as a second photographer, an album, or more hours.',
    fields: [
      { name: 'title', label: 'Name', kind: 'line' },
      { name: 'text', label: 'Description', kind: 'text', rows: 2, optional: true },
      { name: 'priceCents', label: 'Price each', kind: 'price' },
      { name: 'most', label: 'Highest quantity', kind: 'number' },
      {
        ...{ name: 'only', label: 'Only for package', kind: 'number', optional: true },
        hint: 'Its number in the list above. Leave blank for every package.',
      },
      { name: 'isRequired', label: 'Always included', kind: 'switch' },
      {
        name: 'isProduct',
        label: 'A product, such as an album or prints (taxed as an extra)',
        kind: 'switch',
      },
    ],
  },
  ...(hasBooking ? [] : sessionFields(types, places)),
  {
    ...{ name: 'depositCents', label: 'Deposit', kind: 'price', optional: true },
    hint: 'Due when the client signs. Leave blank for none, or enter a percentage.',
  },
  { name: 'depositPercent', label: 'Deposit as a percentage', kind: 'number', optional: true },
  {
    ...{ name: 'installments', label: 'Payments after the deposit', kind: 'number' },
    hint: 'They’re equal parts of what’s left.',
  },
  { name: 'daysBefore', label: 'Last payment due (days before the session)', kind: 'number' },
  {
    ...{ name: 'template', label: 'Contract template', kind: 'choice' },
    hint: 'The contract also lists what the client chose and when it’s paid.',
    choices: [
      { value: '', label: 'No contract text' },
      ...templates.map(({ id, name }) => ({ value: id, label: name })),
    ],
  },
  {
    ...{ name: 'expiresOn', label: 'Last day to sign', kind: 'date', optional: true },
    hint: `Leave blank for ${OPEN_DAYS} days after you send it.`,
  },
]

const sessionFields = (types: FormChoices['types'], places: FormChoices['places']): FormPart[] => [
  {
    ...{ name: 'sessionType', label: 'Session', kind: 'choice' },
    choices: [NONE, ...types.map(({ id, title }) => ({ value: id, label: title }))],
  },
  {
    ...{ name: 'place', label: 'Location', kind: 'choice' },
    choices: [NONE, ...places.map(({ id, title }) => ({ value: id, label: title }))],
  },
  { name: 'date', label: 'Date', kind: 'date', optional: true },
  { name: 'time', label: 'Start time', kind: 'time', optional: true },
  {
    ...{ name: 'address', label: 'Session address', kind: 'line', optional: true },
    hint: 'Only if the location is the client’s.',
  },
]

export const BLANK_DRAFT: ProposalDraft = {
  ...{ name: '', email: '', phone: '', secondName: '', secondEmail: '', title: '', intro: '' },
  packages: [{ title: '', text: '', priceCents: 0 }],
  options: [],
  ...{ sessionType: '', place: '', date: '', time: '', address: '' },
  ...{ depositCents: null, depositPercent: null, installments: 1, daysBefore: 14 },
  ...{ template: '', expiresOn: '' },
}
