import type { PageSlug } from '../model'
import type { FormField, FormPart, FormRows } from '../rows/fields'

/** Pages whose texts are edited by their form. The terms are versioned and have a separate page. */
export type EditablePage = Exclude<PageSlug, 'terms'>

export interface PageForm {
  title: string
  fields: FormPart[]
}

type Kind = FormField['kind']
const field = (kind: Kind, name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  kind,
  ...more,
})
const rows = (name: string, label: string, more: Omit<FormRows, 'name' | 'label' | 'kind'>): FormRows => ({
  name,
  label,
  kind: 'rows',
  ...more,
})

const ITALICS = 'Put a *word* between asterisks for italics.'
const SEARCH = [
  field('line', 'title', 'Search title', {
    hint: 'Shown in the browser tab and search results.',
  }),
  field('text', 'description', 'Search description', {
    hint: 'Aim for up to 160 characters. Search engines cut off longer text.',
  }),
]
const HEADING = [
  field('line', 'body.title', 'Heading', { hint: ITALICS }),
  field('text', 'body.lede', 'Intro text', { optional: true }),
]
const WHEN = field('line', 'when', 'When')
const TEXT = field('text', 'text', 'Text')
const PHOTO = field('photo', 'photo', 'Photo')
const CAPTION = field('line', 'caption', 'Caption')

/** The editable fields of each page, in the page's order: every field of its schema. */
export const PAGE_FORMS: Record<EditablePage, PageForm> = {
  home: {
    title: 'Home',
    fields: [
      ...SEARCH,
      field('line', 'body.title', 'Heading', { hint: ITALICS }),
      field('text', 'body.lede', 'Intro text'),
      field('photo', 'body.hero.photo', 'Large photo'),
      field('line', 'body.hero.caption', 'Caption'),
      rows('body.strip', 'Filmstrip', {
        one: 'photo',
        least: 3,
        most: 24,
        fields: [field('photo', '', 'Photo')],
      }),
      rows('body.work', 'Selected work (6 photos)', {
        one: 'photo',
        least: 6,
        most: 6,
        fields: [PHOTO, field('line', 'title', 'Title'), field('line', 'kind', 'Category')],
      }),
      field('line', 'body.stepsTitle', 'Steps heading'),
      rows('body.steps', 'Steps', {
        one: 'step',
        least: 0,
        most: 8,
        fields: [WHEN, field('line', 'title', 'Title'), TEXT],
      }),
      field('photo', 'body.bleed.photo', 'Wide photo'),
      field('line', 'body.bleed.caption', 'Caption'),
    ],
  },
  gallery: { title: 'Gallery', fields: [...SEARCH, ...HEADING] },
  services: { title: 'Services', fields: [...SEARCH, ...HEADING] },
  about: {
    title: 'About',
    fields: [
      ...SEARCH,
      ...HEADING,
      field('photo', 'body.photo', 'Large photo'),
      field('line', 'body.caption', 'Caption'),
      field('photo', 'body.portrait.photo', 'Portrait', { hint: 'A photo of you, next to the text.' }),
      field('line', 'body.portrait.caption', 'Portrait caption'),
      field('document', 'body.body', 'Text', { hasBlocks: true }),
      field('line', 'body.aside.title', 'Side note heading'),
      field('text', 'body.aside.text', 'Side note'),
      rows('body.facts', 'Key figures', {
        one: 'number',
        least: 0,
        most: 8,
        fields: [field('line', 'label', 'Label'), field('line', 'figure', 'Number')],
      }),
      field('line', 'body.photosTitle', 'Photos heading'),
      rows('body.photos', 'Photos', { one: 'photo', least: 0, most: 9, fields: [PHOTO, CAPTION] }),
      field('line', 'body.call.title', 'Closing call to action'),
      field('line', 'body.call.link', 'Button label'),
    ],
  },
  portfolio: { title: 'Portfolio', fields: [...SEARCH, ...HEADING] },
  pricing: {
    title: 'Pricing',
    fields: [
      ...SEARCH,
      ...HEADING,
      field('line', 'body.example.title', 'Worked example', { hint: 'Shown once it has line items.' }),
      rows('body.example.lines', 'Line items', {
        one: 'line',
        least: 0,
        most: 12,
        fields: [
          field('line', 'label', 'Item'),
          field('money', 'cents', 'Amount', {
            optional: true,
            hint: 'For example, 345 or 9.28. Leave blank for the current price of the session below.',
          }),
        ],
      }),
      field('line', 'body.example.total.label', 'Total label', {
        hint: 'We calculate the total.',
      }),
      field('line', 'body.example.deposit.label', 'Deposit label'),
      field('money', 'body.example.deposit.cents', 'Deposit', {
        optional: true,
        hint: 'Leave blank for the deposit of the session below.',
      }),
      field('line', 'body.example.link', 'Button label'),
      field('session-type', 'body.example.service', 'Session the button books'),
    ],
  },
  blog: {
    title: 'Blog',
    fields: [
      ...SEARCH,
      ...HEADING,
      field('line', 'body.callTitle', 'Call to action', { hint: 'Shown below every post.' }),
    ],
  },
  'mikhenzo-products': {
    title: 'Products',
    fields: [...SEARCH, ...HEADING, field('text', 'body.order', 'How to order')],
  },
  contact: {
    title: 'Contact',
    fields: [
      ...SEARCH,
      ...HEADING,
      field('text', 'body.where', 'Location'),
      rows('body.topics', 'Message subjects', {
        one: 'topic',
        least: 1,
        most: 12,
        fields: [field('line', '', 'Topic')],
      }),
    ],
  },
  'book-session': {
    title: 'Book a session',
    fields: [
      ...SEARCH,
      ...HEADING,
      rows('body.whatNext', 'What happens next', { one: 'step', least: 0, most: 8, fields: [WHEN, TEXT] }),
    ],
  },
  portrait: {
    title: 'Portrait',
    fields: [
      ...SEARCH,
      ...HEADING,
      field('service', 'body.service', 'Featured service'),
      field('photo', 'body.photo', 'Large photo'),
      field('line', 'body.caption', 'Caption'),
      field('document', 'body.body', 'Text', { hasBlocks: true }),
      rows('body.strip', 'Filmstrip', {
        one: 'photo',
        least: 0,
        most: 24,
        fields: [field('photo', '', 'Photo')],
      }),
      field('line', 'body.sectionsTitle', 'Sections heading'),
      rows('body.sections', 'Sections', {
        one: 'section',
        least: 0,
        most: 8,
        fields: [field('line', 'title', 'Title'), TEXT, PHOTO],
      }),
      field('topic', 'body.faqTopic', 'FAQ topic'),
    ],
  },
  'thank-you': {
    title: 'Thank you',
    fields: [
      ...SEARCH,
      ...HEADING,
      field('photo', 'body.photo', 'Photo'),
      field('line', 'body.caption', 'Caption'),
      rows('body.next', 'What happens next', { one: 'step', least: 0, most: 8, fields: [WHEN, TEXT] }),
    ],
  },
  login: { title: 'Login', fields: [...SEARCH, ...HEADING, field('photo', 'body.photo', 'Photo')] },
  register: {
    title: 'Register',
    fields: [...SEARCH, ...HEADING, field('photo', 'body.photo', 'Photo')],
  },
  '404': { title: 'Page not found', fields: [...SEARCH, ...HEADING] },
  navigation: {
    title: 'Navigation',
    fields: [
      field('line', 'body.home', 'Home'),
      field('line', 'body.gallery', 'Gallery'),
      field('line', 'body.services', 'Services'),
      field('line', 'body.about', 'About'),
      field('line', 'body.portfolio', 'Portfolio'),
      field('line', 'body.pricing', 'Pricing'),
      field('line', 'body.blog', 'Blog'),
      field('line', 'body.products', 'Products'),
      field('line', 'body.contact', 'Contact'),
      field('line', 'body.book', 'Header button'),
      field('line', 'body.footerPages', 'Footer heading for pages'),
      field('line', 'body.footerReach', 'Footer heading for contact details'),
    ],
  },
}

const LAST = ['404', 'navigation']

/** In the Studio's order. Numeric keys come first in an object, but second to last here. */
export const EDITABLE_PAGES = (Object.keys(PAGE_FORMS) as EditablePage[]).toSorted(
  (a, b) => LAST.indexOf(a) - LAST.indexOf(b),
)

export const isEditablePage = (text: string | undefined): text is EditablePage =>
  text !== undefined && Object.hasOwn(PAGE_FORMS, text)

/** Pages with several versions: what happened before, or where the text is. The preview begins with the first. */
const VERSIONS: Partial<Record<EditablePage, { after: string; label: string }[]>> = {
  blog: [
    { after: 'posts', label: 'All posts' },
    { after: 'post', label: 'Newest post' },
  ],
  'thank-you': [
    { after: 'message', label: 'After a message' },
    { after: 'booking', label: 'After a booking' },
    { after: 'nothing', label: 'Opened directly' },
  ],
}

export const versionsOf = (page: EditablePage): { after: string; label: string }[] => VERSIONS[page] ?? []

/** @param asked from the query */
export const versionOf = (page: EditablePage, asked: string | null): string =>
  versionsOf(page).find(({ after }) => after === asked)?.after ?? versionsOf(page)[0]?.after ?? ''

/** Pages with these words in their names. */
export function findPages(words: string): { page: EditablePage; title: string }[] {
  const sought = words.toLowerCase().split(' ')
  return EDITABLE_PAGES.map((page) => ({ page, title: PAGE_FORMS[page].title })).filter(({ title }) =>
    sought.every((word) => title.toLowerCase().includes(word)),
  )
}
