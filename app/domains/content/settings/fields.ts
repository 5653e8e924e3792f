import type { ASKED, Settings } from '../model'
import { PAYMENT_SETTINGS } from './payment-fields'

/** Settings as forms: one group, one form. */
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
    | 'currency'
    | 'color'
    | 'choice'
  hint?: string
  optional?: boolean
  autoComplete?: string
  /** Options of a choice: value and label. */
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

/** Field name of a day's opening or closing time; `day` is 1 (Monday) to 7 (Sunday). */
export const hoursField = (day: number, end: 'opens' | 'closes'): string => `${end}.${day}`

const ASKED_CHOICES = [
  ['off', 'Off'],
  ['optional', 'Optional'],
  ['required', 'Required'],
] as const satisfies (readonly [(typeof ASKED)[number], string])[]

export const SETTINGS_GROUPS: Record<
  SettingsGroup,
  { title: string; about: string; fields: SettingField[] }
> = {
  studio: {
    title: 'Business details',
    about: 'Your business details. They appear in your footer, your emails, and search results.',
    fields: [
      { name: 'name', label: 'Name', kind: 'line', autoComplete: 'organization' },
      { name: 'logo.0', label: 'First initial', kind: 'line' },
      { name: 'logo.1', label: 'Second initial', kind: 'line' },
      {
        name: 'accent',
        label: 'Accent color',
        kind: 'color',
        hint: 'For what is selected, current, or under the pointer, on your site, in emails, and on shared links. We darken it on paper and lighten it on black as far as text needs to be readable.',
      },
      { name: 'tagline', label: 'Tagline', kind: 'line' },
      {
        name: 'description',
        label: 'Description',
        kind: 'text',
        hint: 'For search engines and shared links.',
      },
      { name: 'phone', label: 'Phone', kind: 'tel', autoComplete: 'tel' },
      {
        name: 'email',
        label: 'Email',
        kind: 'email',
        hint: 'We’ll send messages from your website here.',
        autoComplete: 'email',
      },
      {
        ...{ name: 'address.street', label: 'Street address' },
        kind: 'line',
        optional: true,
        hint: 'Or a P.O. box. It’s on your Contact page and in your emails. Newsletters need one.',
        autoComplete: 'street-address',
      },
      { name: 'address.locality', label: 'City', kind: 'line', autoComplete: 'address-level2' },
      { name: 'address.region', label: 'State', kind: 'line', autoComplete: 'address-level1' },
      { name: 'address.postalCode', label: 'ZIP code', kind: 'line', autoComplete: 'postal-code' },
      {
        name: 'address.country',
        label: 'Country',
        kind: 'line',
        hint: 'Two-letter code. For example, US.',
        autoComplete: 'country',
      },
      { name: 'areaServed', label: 'Service area', kind: 'lines', optional: true, hint: 'One per line.' },
      { name: 'timeZone', label: 'Time zone', kind: 'zone', hint: 'Used for every time shown on your site.' },
      {
        name: 'currency',
        label: 'Currency',
        kind: 'currency',
        hint: 'For every price, fee, and payment. Changing it converts nothing: existing amounts keep their numbers.',
      },
      {
        name: 'photographer',
        label: 'Photographer',
        kind: 'line',
        optional: true,
        hint: 'Leave blank to use your business name.',
        autoComplete: 'name',
      },
      { name: 'foundingYear', label: 'Founded in', kind: 'number', optional: true },
      {
        name: 'copyrightNotice',
        label: 'Copyright notice in photos',
        kind: 'line',
        hint: '{name} is your business name. Added to new web and print sizes of photos that don’t have a notice, with your name and site. Originals stay as they are.',
      },
      {
        name: 'dataMining',
        label: 'AI and data mining',
        kind: 'choice',
        hint: 'Added to web and print sizes. It states your preference but can’t enforce it.',
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
    title: 'Business hours',
    about: 'Leave both times blank on days you’re closed.',
    fields: [
      {
        name: 'summary',
        label: 'Hours as text',
        kind: 'line',
        hint: 'For example, Tuesday to Saturday, 9 AM to 6 PM',
      },
    ],
  },
  links: {
    title: 'Social & links',
    about: 'Shown in your footer. Leave blank to hide a link.',
    fields: [
      { name: 'instagram', label: 'Instagram', kind: 'url', optional: true },
      { name: 'youtube', label: 'YouTube', kind: 'url', optional: true },
      { name: 'facebook', label: 'Facebook', kind: 'url', optional: true },
      { name: 'tiktok', label: 'TikTok', kind: 'url', optional: true },
      { name: 'pinterest', label: 'Pinterest', kind: 'url', optional: true },
      { name: 'linkedin', label: 'LinkedIn', kind: 'url', optional: true },
      {
        name: 'google',
        label: 'Google Business Profile',
        kind: 'url',
        optional: true,
        hint: 'The link that Google shows under Share in your profile.',
      },
      {
        name: 'video.url',
        label: 'Video URL',
        kind: 'url',
        optional: true,
        hint: 'A video needs a URL, title, length, and photo.',
      },
      { name: 'video.title', label: 'Video title', kind: 'line', optional: true },
      { name: 'video.minutes', label: 'Video length (minutes)', kind: 'number', optional: true },
      { name: 'video.photo', label: 'Video photo', kind: 'photo', optional: true },
      {
        name: 'otherSite.url',
        label: 'Another site (URL)',
        kind: 'url',
        optional: true,
        hint: 'Also enter a name.',
      },
      { name: 'otherSite.label', label: 'Site name', kind: 'line', optional: true },
    ],
  },
  pages: {
    title: 'Pages shown',
    about:
      'A page that you turn off disappears from menus, links, search engines, and feeds. Its address shows “Page not found.” Its texts stay, and you can preview and edit them.',
    fields: [
      { name: 'portfolio', label: 'Portfolio', kind: 'switch' },
      { name: 'portrait', label: 'Portraits', kind: 'switch' },
      { name: 'blog', label: 'Blog', kind: 'switch' },
      { name: 'products', label: 'Products', kind: 'switch' },
      { name: 'video', label: 'Video in the footer', kind: 'switch' },
    ],
  },
  promo: {
    title: 'Pop-up',
    about: 'A pop-up that visitors see once a day, two seconds after their first page loads.',
    fields: [
      { name: 'enabled', label: 'Show pop-up', kind: 'switch' },
      { name: 'title', label: 'Title', kind: 'line' },
      { name: 'text', label: 'Text', kind: 'text' },
      {
        name: 'flyer',
        label: 'Flyer',
        kind: 'photo',
        optional: true,
        hint: 'Leave blank for a pop-up of words.',
      },
      { name: 'linkLabel', label: 'Button label', kind: 'line' },
      {
        name: 'link',
        label: 'Button link',
        kind: 'line',
        hint: 'A page on this site, such as /book-session, or a URL that begins with https://.',
      },
      { name: 'from', label: 'Start date', kind: 'date', optional: true },
      { name: 'until', label: 'End date', kind: 'date', optional: true },
    ],
  },
  contact: {
    title: 'Contact form',
    about: 'Questions to add to your contact form. The answers are in the email and in your inbox.',
    fields: [
      { name: 'eventDate', label: 'Event date', kind: 'choice', choices: ASKED_CHOICES },
      { name: 'shootKind', label: 'Kind of shoot', kind: 'choice', choices: ASKED_CHOICES },
      { name: 'place', label: 'Location', kind: 'choice', choices: ASKED_CHOICES },
      { name: 'heardFrom', label: 'How did you find us?', kind: 'choice', choices: ASKED_CHOICES },
    ],
  },
  newsletter: {
    title: 'Newsletter',
    about: 'The text next to the newsletter sign-up field, and what you count.',
    fields: [
      { name: 'heading', label: 'Heading', kind: 'line' },
      { name: 'invitation', label: 'Invitation', kind: 'text' },
      {
        name: 'confirmsEmail',
        label: 'Ask new subscribers to confirm by email',
        kind: 'switch',
        hint: 'They get an email with a button. Until they press it, we send them nothing else.',
      },
      {
        name: 'countsClicks',
        label: 'Count clicks on links',
        kind: 'switch',
        hint: 'Links in new newsletters lead through your site, and the footer says that you count clicks. Each person counts once per link. Some mail servers open links to check them, and those visits count too.',
      },
    ],
  },
  policies: {
    title: 'Taxes',
    about:
      'Sales tax, what you charge it on, and the note about it on your price list. Changes apply to new bookings and fees. What you’ve charged before stays.',
    fields: [
      {
        ...{ name: 'taxRate', label: 'Sales tax (%)', kind: 'percent' },
        hint: 'Charged only on what you check below. Ask your accountant what your state taxes.',
      },
      { name: 'taxNote', label: 'Note under the prices', kind: 'text' },
      { name: 'taxes.name', label: 'Name on invoices', kind: 'line' },
      {
        ...{ name: 'taxes.id', label: 'Tax ID on invoices', kind: 'line', optional: true },
        hint: 'Leave blank if your invoices don’t need one.',
      },
      { name: 'taxes.sessions', label: 'Charge tax on sessions', kind: 'switch' },
      { name: 'taxes.travel', label: 'Charge tax on travel', kind: 'switch' },
      {
        ...{ name: 'taxes.extras', label: 'Charge tax on extras and fees that you add', kind: 'switch' },
        hint: 'For example, prints or an extra hour. Reschedule and cancellation fees aren’t taxed.',
      },
      {
        ...{ name: 'taxes.isIncluded', label: 'Prices include tax', kind: 'switch' },
        hint: 'Otherwise, tax is added to your prices, as is usual in the United States.',
      },
    ],
  },
  booking: {
    title: 'Booking policy',
    about: 'Your rescheduling and cancellation policy. Changes apply to new bookings only.',
    fields: [
      { name: 'freeReschedules', label: 'Free reschedules', kind: 'number' },
      {
        name: 'rescheduleHours',
        label: 'Free rescheduling until',
        kind: 'number',
        hint: 'Hours before the session.',
      },
      { name: 'rescheduleFeeCents', label: 'Reschedule fee', kind: 'cents' },
      {
        name: 'depositRefundDays',
        label: 'Deposit refundable until',
        kind: 'number',
        hint: 'Days before the session.',
      },
      {
        name: 'unverifiedLimit',
        label: 'Unverified bookings limit',
        kind: 'number',
        optional: true,
        hint: 'Above this many open bookings from unverified email addresses, new clients must confirm by email. Leave blank for half of what your next four weeks can hold.',
      },
    ],
  },
  payments: PAYMENT_SETTINGS,
  sender: {
    title: 'Email',
    about: 'Who your emails come from and where replies go. Leave blank to use your business name and email.',
    fields: [
      {
        name: 'name',
        label: 'Sender name',
        kind: 'line',
        optional: true,
        autoComplete: 'organization',
      },
      {
        name: 'email',
        label: 'Sender email',
        kind: 'email',
        optional: true,
        hint: 'Your mail server must be allowed to send from it.',
        autoComplete: 'email',
      },
      {
        name: 'replyTo',
        label: 'Replies go to',
        kind: 'email',
        optional: true,
        autoComplete: 'email',
      },
    ],
  },
  analytics: {
    title: 'Analytics',
    about:
      'Off by default: your site loads no third-party scripts. Turn this on to add one analytics script to your public pages only. Visitors who send a Do Not Track or Global Privacy Control signal aren’t tracked. Your privacy terms update automatically.',
    fields: [
      { name: 'enabled', label: 'Use analytics', kind: 'switch' },
      {
        name: 'script',
        label: 'Script URL',
        kind: 'url',
        optional: true,
        hint: 'From the service’s instructions. For example, https://plausible.example.com/js/script.js',
      },
      {
        name: 'attribute',
        label: 'Site attribute',
        kind: 'choice',
        choices: [
          ['data-domain', 'data-domain (Plausible and others)'],
          ['data-website-id', 'data-website-id (Umami)'],
          ['data-goatcounter', 'data-goatcounter (GoatCounter)'],
        ],
      },
      {
        name: 'siteId',
        label: 'Attribute value',
        kind: 'line',
        optional: true,
        hint: 'A domain or ID. For GoatCounter, a URL such as https://you.goatcounter.com/count',
      },
      {
        name: 'collectsAt',
        label: 'Data endpoint',
        kind: 'url',
        optional: true,
        hint: 'Only if it’s different from the script’s URL.',
      },
    ],
  },
}

export const isSettingsGroup = (text: string | undefined): text is SettingsGroup =>
  text !== undefined && Object.hasOwn(SETTINGS_GROUPS, text)

/** Groups of settings whose name or fields match, with the matching fields. */
export function findSettingsGroups(
  words: string,
): { group: SettingsGroup; title: string; fields: string[] }[] {
  const sought = words.toLowerCase().split(' ')
  const has = (text: string) => sought.every((word) => text.toLowerCase().includes(word))
  return (Object.keys(SETTINGS_GROUPS) as SettingsGroup[]).flatMap((group) => {
    const { title, about, fields } = SETTINGS_GROUPS[group]
    const named = fields.map(({ label }) => label).filter(has)
    return named.length > 0 || has(`${title} ${about}`) ? [{ group, title, fields: named }] : []
  })
}
