import type { PageSlug } from '../model'

/** Pages whose texts are edited by their form. The terms are versioned, and have a room of their own. */
export type EditablePage = Exclude<PageSlug, 'terms'>

export interface PageField {
  /** Path in the page, such as `body.hero.photo`; within a list, in its row, and '' when the row is the value itself. */
  name: string
  label: string
  kind: 'line' | 'text' | 'markdown' | 'photo' | 'money' | 'service' | 'session-type' | 'topic'
  hint?: string
  optional?: boolean
}

/** A list whose rows can be added, removed and moved. */
export interface PageRows {
  name: string
  label: string
  kind: 'rows'
  /** What one row is called. */
  one: string
  least: number
  most: number
  fields: PageField[]
}

export interface PageForm {
  title: string
  fields: (PageField | PageRows)[]
}

type Kind = PageField['kind']
const field = (kind: Kind, name: string, label: string, more: Partial<PageField> = {}): PageField => ({
  name,
  label,
  kind,
  ...more,
})
const rows = (name: string, label: string, more: Omit<PageRows, 'name' | 'label' | 'kind'>): PageRows => ({
  name,
  label,
  kind: 'rows',
  ...more,
})

const ITALICS = 'A *word* between stars is set in italics.'
const MARKDOWN =
  'An empty line begins a paragraph. ## begins a heading, - a list. **Bold**, *italics*, [words](https://example.com) for a link.'

const SEARCH = [
  field('line', 'title', 'Title for search engines', {
    hint: 'The name of the page in the browser and in search results.',
  }),
  field('text', 'description', 'Description for search engines', {
    hint: 'Two sentences of up to 160 characters are shown whole.',
  }),
]
const HEADING = [
  field('line', 'body.title', 'Heading', { hint: ITALICS }),
  field('text', 'body.lede', 'Text under the heading', { optional: true }),
]
const WHEN = field('line', 'when', 'When')
const TEXT = field('text', 'text', 'Text')
const PHOTO = field('photo', 'photo', 'Photograph')
const CAPTION = field('line', 'caption', 'Caption')

/** What is edited of each page, in the order of the page. Every field of the page's schema is here. */
export const PAGE_FORMS: Record<EditablePage, PageForm> = {
  home: {
    title: 'Home',
    fields: [
      ...SEARCH,
      field('line', 'body.title', 'Heading', { hint: ITALICS }),
      field('text', 'body.lede', 'Text under the heading'),
      field('photo', 'body.hero.photo', 'Large photograph'),
      field('line', 'body.hero.caption', 'Its caption'),
      rows('body.strip', 'Strip of film', {
        one: 'frame',
        least: 3,
        most: 24,
        fields: [field('photo', '', 'Photograph')],
      }),
      rows('body.work', 'Six frames of work', {
        one: 'frame',
        least: 6,
        most: 6,
        fields: [PHOTO, field('line', 'title', 'Title'), field('line', 'kind', 'Kind')],
      }),
      rows('body.steps', 'From booking to prints', {
        one: 'step',
        least: 0,
        most: 8,
        fields: [WHEN, field('line', 'title', 'Title'), TEXT],
      }),
      field('photo', 'body.bleed.photo', 'Wide photograph'),
      field('line', 'body.bleed.caption', 'Its caption'),
    ],
  },
  gallery: { title: 'Gallery', fields: [...SEARCH, ...HEADING] },
  services: { title: 'Services', fields: [...SEARCH, ...HEADING] },
  about: {
    title: 'About',
    fields: [
      ...SEARCH,
      ...HEADING,
      field('photo', 'body.photo', 'Large photograph'),
      field('line', 'body.caption', 'Its caption'),
      field('markdown', 'body.body', 'Text', { hint: MARKDOWN }),
      field('line', 'body.aside.title', 'Heading beside the text'),
      field('text', 'body.aside.text', 'Words beside the text'),
      rows('body.facts', 'In numbers', {
        one: 'number',
        least: 0,
        most: 8,
        fields: [field('line', 'label', 'What is counted'), field('line', 'figure', 'How many')],
      }),
      rows('body.frames', 'Around the room', { one: 'frame', least: 0, most: 9, fields: [PHOTO, CAPTION] }),
      field('line', 'body.call.title', 'Invitation at the end'),
      field('line', 'body.call.link', 'Its button'),
    ],
  },
  portfolio: { title: 'Portfolio', fields: [...SEARCH, ...HEADING] },
  pricing: {
    title: 'Pricing',
    fields: [
      ...SEARCH,
      ...HEADING,
      field('service', 'body.packagesOf', 'Service whose packages come first'),
      field('photo', 'body.packagesPhoto', 'Photograph beside them'),
      field('line', 'body.example.title', 'Worked example'),
      rows('body.example.lines', 'Its lines', {
        one: 'line',
        least: 1,
        most: 12,
        fields: [
          field('line', 'label', 'What'),
          field('money', 'cents', 'Amount', { hint: 'In dollars, such as 345 or 9.28.' }),
        ],
      }),
      field('line', 'body.example.total.label', 'Name of the total', {
        hint: 'The total itself is added up.',
      }),
      field('line', 'body.example.deposit.label', 'Name of the deposit'),
      field('money', 'body.example.deposit.cents', 'Deposit'),
      field('line', 'body.example.link', 'Button under the example'),
      field('session-type', 'body.example.service', 'Session that the button books'),
    ],
  },
  blog: { title: 'Blog', fields: [...SEARCH, ...HEADING] },
  'mikhenzo-products': {
    title: 'Mikhenzo Products',
    fields: [...SEARCH, ...HEADING, field('text', 'body.order', 'How to order')],
  },
  contact: {
    title: 'Contact',
    fields: [
      ...SEARCH,
      ...HEADING,
      field('text', 'body.where', 'Where you are'),
      rows('body.topics', 'What a message can be about', {
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
      field('service', 'body.service', 'Service that it sells'),
      field('photo', 'body.photo', 'Large photograph'),
      field('line', 'body.caption', 'Its caption'),
      field('markdown', 'body.body', 'Text', { hint: MARKDOWN }),
      rows('body.strip', 'Strip of film', {
        one: 'frame',
        least: 0,
        most: 24,
        fields: [field('photo', '', 'Photograph')],
      }),
      rows('body.sections', 'Places and ways', {
        one: 'section',
        least: 0,
        most: 8,
        fields: [field('line', 'title', 'Title'), TEXT, PHOTO],
      }),
      field('topic', 'body.faqTopic', 'Questions about'),
    ],
  },
  'thank-you': {
    title: 'Thank you',
    fields: [
      ...SEARCH,
      ...HEADING,
      field('photo', 'body.photo', 'Photograph'),
      field('line', 'body.caption', 'Its caption'),
      rows('body.next', 'What happens next', { one: 'step', least: 0, most: 8, fields: [WHEN, TEXT] }),
    ],
  },
  login: { title: 'Login', fields: [...SEARCH, ...HEADING, field('photo', 'body.photo', 'Photograph')] },
  register: {
    title: 'Register',
    fields: [...SEARCH, ...HEADING, field('photo', 'body.photo', 'Photograph')],
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
      field('line', 'body.book', 'Button in the header'),
      field('line', 'body.footerPages', 'Over the pages in the footer'),
      field('line', 'body.footerReach', 'Over telephone and email in the footer'),
    ],
  },
}

const LAST = ['404', 'navigation']

/** In the order of the Studio. A name that is a number comes first in an object, and here before the last. */
export const EDITABLE_PAGES = (Object.keys(PAGE_FORMS) as EditablePage[]).toSorted(
  (a, b) => LAST.indexOf(a) - LAST.indexOf(b),
)

export const isEditablePage = (text: string | undefined): text is EditablePage =>
  text !== undefined && Object.hasOwn(PAGE_FORMS, text)
