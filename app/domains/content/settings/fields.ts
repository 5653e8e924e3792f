import type { Settings } from '../model'

/** The settings as forms: one group of facts is one form. */
export type SettingsGroup = Exclude<keyof Settings, 'brand'>

export interface SettingField {
  /** Path within the group, such as `address.street`. */
  name: string
  label: string
  kind:
    | 'line'
    | 'text'
    | 'email'
    | 'tel'
    | 'url'
    | 'lines'
    | 'number'
    | 'percent'
    | 'cents'
    | 'switch'
    | 'date'
    | 'photo'
    | 'zone'
    | 'choice'
  hint?: string
  optional?: boolean
  autoComplete?: string
  /** Of a choice: what is stored, and how it is called. */
  choices?: readonly (readonly [value: string, label: string])[]
}

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** Name of the field in which a day opens or closes; `day` is 1 (Monday) to 7 (Sunday). */
export const hoursField = (day: number, end: 'opens' | 'closes'): string => `${end}.${day}`

export const SETTINGS_GROUPS: Record<
  SettingsGroup,
  { title: string; about: string; fields: SettingField[] }
> = {
  studio: {
    title: 'Business',
    about: 'Who you are. It stands in the footer, on every letter and in what search engines read.',
    fields: [
      { name: 'name', label: 'Name', kind: 'line', autoComplete: 'organization' },
      { name: 'logo.0', label: 'First letter of the logo', kind: 'line' },
      { name: 'logo.1', label: 'Second letter of the logo', kind: 'line' },
      { name: 'tagline', label: 'Line under the name', kind: 'line' },
      {
        name: 'description',
        label: 'Description',
        kind: 'text',
        hint: 'For search engines and shared links.',
      },
      { name: 'phone', label: 'Telephone', kind: 'tel', autoComplete: 'tel' },
      {
        name: 'email',
        label: 'Email',
        kind: 'email',
        hint: 'Messages from the site go here.',
        autoComplete: 'email',
      },
      {
        name: 'address.street',
        label: 'Street',
        kind: 'line',
        optional: true,
        autoComplete: 'street-address',
      },
      { name: 'address.locality', label: 'City', kind: 'line', autoComplete: 'address-level2' },
      { name: 'address.region', label: 'State', kind: 'line', autoComplete: 'address-level1' },
      { name: 'address.postalCode', label: 'ZIP code', kind: 'line', autoComplete: 'postal-code' },
      {
        name: 'address.country',
        label: 'Country',
        kind: 'line',
        hint: 'Two letters, such as US.',
        autoComplete: 'country',
      },
      { name: 'areaServed', label: 'Where you work', kind: 'lines', hint: 'One place a line.' },
      { name: 'timeZone', label: 'Time zone', kind: 'zone', hint: 'Every time on the site is told in it.' },
      { name: 'photographer', label: 'Photographer', kind: 'line', autoComplete: 'name' },
      { name: 'foundingYear', label: 'Founded in', kind: 'number' },
      {
        name: 'copyrightNotice',
        label: 'Copyright notice in photos',
        kind: 'line',
        hint: 'For example, © Your Studio. Photos without a notice of their own get it in web and print sizes made from now on, with your name and site. Originals stay as they are.',
      },
      {
        name: 'dataMining',
        label: 'AI and data mining',
        kind: 'choice',
        hint: 'Written into web and print sizes. It states your wish; it can’t enforce it.',
        choices: [
          ['DMI-UNSPECIFIED', 'Not stated'],
          ['DMI-ALLOWED', 'Allowed'],
          ['DMI-PROHIBITED-EXCEPTSEARCHENGINEINDEXING', 'Prohibited, except search engines'],
          ['DMI-PROHIBITED-AIMLTRAINING', 'Prohibited for AI training'],
          ['DMI-PROHIBITED-GENAIMLTRAINING', 'Prohibited for generative AI training'],
          ['DMI-PROHIBITED', 'Prohibited'],
        ],
      },
    ],
  },
  hours: {
    title: 'Hours',
    about: 'When the studio is open. Leave both times of a day empty when it is closed.',
    fields: [
      {
        name: 'summary',
        label: 'In words',
        kind: 'line',
        hint: 'Such as: Tuesday to Saturday, 9 AM to 6 PM',
      },
    ],
  },
  links: {
    title: 'Links',
    about:
      'Your other places on the web, shown in the footer. Leave empty what you don’t have: it disappears from the site.',
    fields: [
      { name: 'instagram', label: 'Instagram', kind: 'url', optional: true },
      { name: 'youtube', label: 'YouTube', kind: 'url', optional: true },
      {
        name: 'video.url',
        label: 'Video',
        kind: 'url',
        optional: true,
        hint: 'A video needs its address, title, length, and photo.',
      },
      { name: 'video.title', label: 'Title of the video', kind: 'line', optional: true },
      { name: 'video.minutes', label: 'Its length in minutes', kind: 'number', optional: true },
      { name: 'video.photo', label: 'Photograph for the video', kind: 'photo', optional: true },
      {
        name: 'otherSite.url',
        label: 'Another site of yours',
        kind: 'url',
        optional: true,
        hint: 'It needs a name too.',
      },
      { name: 'otherSite.label', label: 'What it is called', kind: 'line', optional: true },
    ],
  },
  promo: {
    title: 'Promotion',
    about: 'What visitors are shown once a day, two seconds after the first page.',
    fields: [
      { name: 'enabled', label: 'Show the promotion', kind: 'switch' },
      { name: 'title', label: 'Title', kind: 'line' },
      { name: 'text', label: 'Text', kind: 'text' },
      { name: 'flyer', label: 'Flyer', kind: 'photo' },
      { name: 'linkLabel', label: 'Button', kind: 'line' },
      {
        name: 'link',
        label: 'Where the button leads',
        kind: 'line',
        hint: 'A page of this site, such as /book-session, or an address that begins with https://.',
      },
      { name: 'from', label: 'First day', kind: 'date', optional: true },
      { name: 'until', label: 'Last day', kind: 'date', optional: true },
    ],
  },
  newsletter: {
    title: 'Newsletter',
    about: 'The invitation beside the newsletter field.',
    fields: [
      { name: 'heading', label: 'Heading', kind: 'line' },
      { name: 'invitation', label: 'Invitation', kind: 'text' },
    ],
  },
  policies: {
    title: 'Policies',
    about: 'Sales tax and what the price list says about it.',
    fields: [
      { name: 'taxRate', label: 'Sales tax in percent', kind: 'percent' },
      { name: 'taxNote', label: 'Note under the prices', kind: 'text' },
    ],
  },
  booking: {
    title: 'Booking',
    about: 'What moving and canceling cost. Each booking keeps what held when it was made.',
    fields: [
      { name: 'freeMoves', label: 'Moves that cost nothing', kind: 'number' },
      {
        name: 'moveHours',
        label: 'Free moves end',
        kind: 'number',
        hint: 'So many hours before the session.',
      },
      { name: 'moveFeeCents', label: 'Every other move costs', kind: 'cents', hint: 'In dollars.' },
      {
        name: 'depositBackDays',
        label: 'The deposit comes back',
        kind: 'number',
        hint: 'Until so many days before the session.',
      },
      {
        name: 'unverifiedLimit',
        label: 'Unverified bookings (at most)',
        kind: 'number',
        optional: true,
        hint: 'Above this many open bookings from unverified email addresses, new clients must confirm by email. Leave blank for half of what your next four weeks can hold.',
      },
    ],
  },
  sender: {
    title: 'Mail',
    about:
      'Whom letters come from, and where answers to them go. What you leave empty is the business itself.',
    fields: [
      {
        name: 'name',
        label: 'Name of the sender',
        kind: 'line',
        optional: true,
        autoComplete: 'organization',
      },
      {
        name: 'email',
        label: 'Address of the sender',
        kind: 'email',
        optional: true,
        hint: 'Your mail server has to be allowed to send for it.',
        autoComplete: 'email',
      },
      {
        name: 'replyTo',
        label: 'Answers go to',
        kind: 'email',
        optional: true,
        autoComplete: 'email',
      },
    ],
  },
  analytics: {
    title: 'Analytics',
    about:
      'Off, nothing is loaded from anybody else and nothing is sent. On, the public pages load one script of a service of your choice; the Studio, accounts and private links never do, and neither does a browser that sends Global Privacy Control or Do Not Track. The privacy terms say so by themselves.',
    fields: [
      { name: 'enabled', label: 'Measure visits', kind: 'switch' },
      {
        name: 'script',
        label: 'Address of the script',
        kind: 'url',
        optional: true,
        hint: 'From the service’s instructions, such as https://plausible.example.com/js/script.js',
      },
      {
        name: 'attribute',
        label: 'How the script knows your site',
        kind: 'choice',
        choices: [
          ['data-domain', 'data-domain (Plausible and others)'],
          ['data-website-id', 'data-website-id (Umami)'],
          ['data-goatcounter', 'data-goatcounter (GoatCounter)'],
        ],
      },
      {
        name: 'siteId',
        label: 'Its value for your site',
        kind: 'line',
        optional: true,
        hint: 'A domain, an id, or for GoatCounter an address such as https://you.goatcounter.com/count',
      },
      {
        name: 'collectsAt',
        label: 'Address that collects',
        kind: 'url',
        optional: true,
        hint: 'Only when the service collects at another place than the script’s.',
      },
    ],
  },
}

export const isSettingsGroup = (text: string | undefined): text is SettingsGroup =>
  text !== undefined && Object.hasOwn(SETTINGS_GROUPS, text)
