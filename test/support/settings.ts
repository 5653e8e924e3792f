import { type Business, type Settings, settingsSchema } from '~/domains/content/model'
import { senderOf } from '~/domains/content/settings/sender'
import type { Sender } from '~/domains/outbox/mailbox'
import type { Db } from '~/platform/db/database.server'
import { putSetting } from './factories'

/** The test studio in emails. */
export const branding = {
  name: 'DE Photography',
  logo: ['D', 'E'] as const,
  email: 'hello@example.com',
  phone: '(973) 555-0142',
  address: '41 Example Street, East Orange, NJ 07017',
  siteUrl: 'https://photos.example.com',
}

/** Settings of the test studio. */
export const testSettings: Settings = settingsSchema.parse({
  studio: {
    name: 'DE Photography',
    logo: ['D', 'E'],
    tagline: 'Professional Photography Services in East Orange, NJ',
    description: 'A photography studio.',
    phone: '(973) 555-0142',
    email: 'hello@example.com',
    address: {
      street: '41 Example Street',
      locality: 'East Orange',
      region: 'NJ',
      postalCode: '07017',
      country: 'US',
    },
    areaServed: ['East Orange, NJ'],
    timeZone: 'America/New_York',
    photographer: 'A Photographer',
    foundingYear: 2011,
    copyrightNotice: '© DE Photography',
  },
  hours: {
    weekly: [2, 3, 4, 5, 6].map((day) => ({ day, opens: '09:00', closes: '18:00' })),
    summary: 'Tuesday to Saturday, 9 AM to 6 PM',
  },
  links: {
    instagram: 'https://instagram.example.com/studio',
    youtube: 'https://youtube.example.com/studio',
    facebook: 'https://facebook.example.com/studio',
    tiktok: 'https://tiktok.example.com/studio',
    pinterest: 'https://pinterest.example.com/studio',
    linkedin: 'https://linkedin.example.com/studio',
    google: 'https://google.example.com/studio',
    video: {
      url: 'https://youtube.example.com/video',
      title: 'A day at the studio',
      minutes: 3,
      photo: 'photo',
    },
    otherSite: { url: 'https://other.example.com', label: 'Another site' },
  },
  promo: {
    enabled: true,
    title: 'Prom & Graduation Special',
    text: 'A special.',
    flyer: 'flyer',
    linkLabel: 'Book Now',
    link: '/book-session',
    from: null,
    until: null,
  },
  newsletter: { heading: 'Letters', invitation: 'One letter a month.' },
  policies: { taxRate: 0.06625, taxNote: 'New Jersey sales tax.' },
  booking: { freeReschedules: 1, rescheduleHours: 48, rescheduleFeeCents: 7_500, depositRefundDays: 14 },
})

/** For pages and emails. */
export const testBusiness: Business = {
  ...testSettings,
  studio: { ...testSettings.studio, picture: null, shownEmail: testSettings.studio.email },
}

/** The business itself sends emails. */
export const testSender: Sender = senderOf(testSettings)

/** Stores settings in a new database. */
export async function putTestSettings(db: Db, settings: Settings = testSettings): Promise<void> {
  for (const [key, value] of Object.entries(settings)) await putSetting(db, key, value)
}
