import type { StudioIconName } from './studio-icon'
import { studioPaths } from './studio-paths'

export interface Section {
  /** The key after G. */
  shortcut: string
  label: string
  icon: StudioIconName
  to: string
  /** Number of entries that need an answer. */
  waiting: number
  /** The tabs that this person may open. */
  pages: SectionPage[]
}

export interface SectionPage {
  label: string
  to: string
  /** Heading above several tabs of a section with many. */
  group?: string
  /** Search lists its fields separately, so the page itself is left out. */
  hasFields?: boolean
  isForOwners?: boolean
}

const PHOTOS: SectionPage[] = [{ label: 'Quarantine', to: studioPaths.quarantine(), isForOwners: true }]

const PAYMENTS: SectionPage[] = [
  { label: 'Balances', to: studioPaths.payments() },
  { label: 'Invoices', to: studioPaths.invoices() },
  { label: 'Reminders', to: studioPaths.paymentReminders() },
  { label: 'Totals', to: studioPaths.paymentTotals() },
]

const CONTRACTS: SectionPage[] = [
  { label: 'Contracts', to: studioPaths.contracts() },
  { label: 'Proposals', to: studioPaths.proposals() },
]

const WEBSITE: SectionPage[] = [
  { label: 'Pages', to: studioPaths.pages() },
  { label: 'Blog', to: studioPaths.posts() },
  { label: 'Portfolio', to: studioPaths.portfolio() },
  { label: 'Services & prices', to: studioPaths.services() },
  { label: 'Products', to: studioPaths.products() },
  { label: 'Testimonials', to: studioPaths.testimonials() },
  { label: 'FAQ', to: studioPaths.faqs() },
  { label: 'Navigation', to: studioPaths.page('navigation') },
  { label: 'Pages shown', to: studioPaths.settings('pages'), isForOwners: true, hasFields: true },
  { label: 'Terms', to: studioPaths.terms(), isForOwners: true },
  { label: 'Pop-up', to: studioPaths.settings('promo'), isForOwners: true, hasFields: true },
]

const NEWSLETTER: SectionPage[] = [
  { label: 'Newsletters', to: studioPaths.campaigns(), isForOwners: true },
  { label: 'Subscribers', to: studioPaths.subscribers(), isForOwners: true },
  { label: 'Tags', to: studioPaths.newsletterTags(), isForOwners: true },
  { label: 'Import', to: studioPaths.subscriberImports(), isForOwners: true },
  { label: 'Welcome emails', to: studioPaths.newsletterWelcome(), isForOwners: true },
  { label: 'Bounces', to: studioPaths.newsletterBounces(), isForOwners: true },
  { label: 'Check my domain', to: studioPaths.newsletterDomain(), isForOwners: true },
]

const SETTINGS: SectionPage[] = [
  ...group('Business', [
    { label: 'Business details', to: studioPaths.settings('studio'), isForOwners: true, hasFields: true },
    { label: 'Branding', to: studioPaths.settingsLogo(), isForOwners: true },
    { label: 'Business hours', to: studioPaths.settings('hours'), isForOwners: true, hasFields: true },
    { label: 'Taxes', to: studioPaths.settings('policies'), isForOwners: true, hasFields: true },
    { label: 'Contact form', to: studioPaths.settings('contact'), isForOwners: true, hasFields: true },
    { label: 'Social & links', to: studioPaths.settings('links'), isForOwners: true, hasFields: true },
  ]),
  ...group('Booking', [
    { label: 'Availability', to: studioPaths.availability(), isForOwners: true },
    { label: 'Session types', to: studioPaths.sessionTypes(), isForOwners: true },
    { label: 'Locations', to: studioPaths.locations(), isForOwners: true },
    { label: 'Mini sessions', to: studioPaths.miniDays() },
    { label: 'Booking policy', to: studioPaths.settings('booking'), isForOwners: true, hasFields: true },
    {
      label: 'Payment schedule',
      to: studioPaths.settings('payments'),
      isForOwners: true,
      hasFields: true,
    },
    { label: 'Contract templates', to: studioPaths.contractTemplates(), isForOwners: true },
    { label: 'Calendar sync', to: studioPaths.settingsCalendars(), isForOwners: true },
  ]),
  ...group('Email', [
    { label: 'Sender', to: studioPaths.settingsEmail(), isForOwners: true, hasFields: true },
    { label: 'Sent emails', to: studioPaths.emails() },
    { label: 'Reply templates', to: studioPaths.replyTemplates(), isForOwners: true },
    {
      label: 'Newsletter sign-up form',
      to: studioPaths.settings('newsletter'),
      isForOwners: true,
      hasFields: true,
    },
  ]),
  ...group('Account', [
    { label: 'Team', to: studioPaths.team(), isForOwners: true },
    { label: 'Activity', to: studioPaths.activity() },
    { label: 'Analytics', to: studioPaths.settings('analytics'), isForOwners: true, hasFields: true },
    { label: 'Backups', to: studioPaths.backups(), isForOwners: true },
    { label: 'Export & data', to: studioPaths.settingsData(), isForOwners: true },
  ]),
]

function group(name: string, pages: SectionPage[]): SectionPage[] {
  return pages.map((page) => ({ ...page, group: name }))
}

/** The sections of the Studio that this person may open, in the order of the navigation. */
export function sectionsFor(
  isOwner: boolean,
  waiting: { bookings: number; messages: number; mail: number } = { bookings: 0, messages: 0, mail: 0 },
): Section[] {
  const allowed = (pages: SectionPage[]) => pages.filter(({ isForOwners }) => isOwner || !isForOwners)
  const section = (
    shortcut: string,
    icon: StudioIconName,
    label: string,
    to: string,
    { count = 0, pages = [] }: { count?: number; pages?: SectionPage[] } = {},
  ): Section => ({ shortcut, label, icon, to, waiting: count, pages: allowed(pages) })
  const settings = isOwner ? studioPaths.settings() : studioPaths.emails()
  return [
    section('T', 'today', 'Today', studioPaths.today()),
    section('B', 'bookings', 'Bookings', studioPaths.bookings(), { count: waiting.bookings }),
    section('P', 'payments', 'Payments', studioPaths.payments(), { pages: PAYMENTS }),
    section('K', 'contracts', 'Contracts', studioPaths.contracts(), { pages: CONTRACTS }),
    ...(isOwner ? [section('C', 'people', 'Clients', studioPaths.clients())] : []),
    section('I', 'messages', 'Inbox', studioPaths.inbox(), { count: waiting.messages }),
    section('G', 'grid', 'Galleries', studioPaths.galleries()),
    section('H', 'photos', 'Photos', studioPaths.photos(), { pages: PHOTOS }),
    section('W', 'pages', 'Website', studioPaths.pages(), { pages: WEBSITE }),
    ...(isOwner ? [section('N', 'mail', 'Newsletter', studioPaths.campaigns(), { pages: NEWSLETTER })] : []),
    section('S', 'settings', 'Settings', settings, { count: waiting.mail, pages: SETTINGS }),
  ]
}

/** The section of an address, and the tab that contains it. */
export function findCurrent(
  sections: Section[],
  pathname: string,
): { section: Section | undefined; page: SectionPage | undefined } {
  const pages = sections.flatMap((section) => section.pages.map((page) => ({ section, page })))
  const [nearest] = pages
    .filter(({ page }) => isAtOrBelow(page.to, pathname))
    .toSorted((a, b) => b.page.to.length - a.page.to.length)
  if (nearest) return nearest
  const isToday = pathname === studioPaths.today()
  return {
    section: sections.find(({ icon, to }) => (icon === 'today' ? isToday : isAtOrBelow(to, pathname))),
    page: undefined,
  }
}

const isAtOrBelow = (to: string, pathname: string): boolean =>
  pathname === to || pathname.startsWith(`${to}/`)

/** A count, shown as "1000+" from 1,000 on. */
export const waitingLabel = (count: number): string => (count >= 1_000 ? '1000+' : String(count))
