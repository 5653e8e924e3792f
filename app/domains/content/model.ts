import { z } from 'zod'
import type { PhotoView } from '~/domains/photos/model'
import { DOCUMENT_MAX } from '~/domains/texts/model'
import { DEFAULT_ACCENT, isAccent } from '~/platform/accent'
import { CURRENCIES } from '~/platform/currencies'
import { DEFAULT_CURRENCY } from '~/platform/money'
import { isTimeZone } from '~/platform/time'
import { ANALYTICS_ATTRIBUTES } from './analytics'
import { isPromoLink } from './promo'

const text = z.string().trim().min(1).max(2_000)
/** A document, or Markdown. */
const document = z.string().trim().min(1).max(DOCUMENT_MAX)
const link = z.url({ protocol: /^https?$/ })
const time = z.string().regex(/^([01]\d|2[0-4]):[0-5]\d$/)
const day = z.iso.date()
const promoLink = z.stringFormat('page-or-address', isPromoLink)
const email = z.email().max(254)

/** A logo or icon as served. Its address contains the hash, so its content never changes. */
const brandPicture = z.object({
  hash: z.string().regex(/^[0-9a-f]{20}$/),
  /** Width in pixels of the rendition for pages. */
  width: z.int().min(1),
  height: z.int().min(1),
})
const brandPictures = z.object({
  logo: brandPicture.nullable().default(null),
  favicon: brandPicture.nullable().default(null),
})

/** PLUS LDF, Data Mining: https://ns.useplus.org/LDF/ldf-XMPSpecification */
export const DATA_MINING = [
  'DMI-UNSPECIFIED',
  'DMI-ALLOWED',
  'DMI-PROHIBITED-EXCEPTSEARCHENGINEINDEXING',
  'DMI-PROHIBITED-AIMLTRAINING',
  'DMI-PROHIBITED-GENAIMLTRAINING',
  'DMI-PROHIBITED',
] as const

/** The business facts, each group a row of `settings`, edited in the Studio. */
/** Whether a form has a question. */
export const ASKED = ['off', 'optional', 'required'] as const
const asked = z.enum(ASKED)

export const settingsSchema = z.object({
  studio: z.object({
    name: text,
    /** The letters of the monogram. */
    logo: z.tuple([z.string().length(1), z.string().length(1)]),
    tagline: text,
    description: text,
    phone: text,
    email: z.email(),
    address: z.object({
      street: z.string(),
      locality: text,
      region: text,
      postalCode: text,
      country: z.string().length(2),
    }),
    areaServed: z.array(text),
    timeZone: text.refine(isTimeZone, { error: 'must name a time zone, such as America/New_York' }),
    /** ISO 4217. Amounts are stored in its minor units. */
    currency: z.enum(CURRENCIES).default(DEFAULT_CURRENCY),
    /** The color of marks: six hexadecimal digits after `#`. */
    accent: z.stringFormat('color', isAccent).default(DEFAULT_ACCENT),
    /** Empty: the studio's name stands for it. */
    photographer: z.string().trim().max(2_000),
    /** null: not stated. */
    foundingYear: z.int().nullable(),
    copyrightNotice: text,
    /** The data mining permission in photos' metadata, in PLUS vocabulary. */
    dataMining: z.enum(DATA_MINING).default('DMI-UNSPECIFIED'),
  }),
  hours: z.object({
    /** One entry per opening period; `day` is 1 (Monday) to 7 (Sunday). */
    weekly: z.array(z.object({ day: z.int().min(1).max(7), opens: time, closes: time })),
    /** As text: "Tuesday to Saturday, 9 AM to 6 PM" */
    summary: text,
  }),
  links: z.object({
    /** null, here and below: the site has none. */
    instagram: link.nullable(),
    youtube: link.nullable(),
    facebook: link.nullable().default(null),
    tiktok: link.nullable().default(null),
    pinterest: link.nullable().default(null),
    linkedin: link.nullable().default(null),
    /** The Google Business Profile. */
    google: link.nullable().default(null),
    video: z.object({ url: link, title: text, minutes: z.int(), photo: text }).nullable(),
    otherSite: z.object({ url: link, label: text }).nullable(),
  }),
  /** Pages and the footer's video that the owner can turn off. */
  pages: z
    .object({
      blog: z.boolean(),
      products: z.boolean(),
      portfolio: z.boolean(),
      portrait: z.boolean(),
      video: z.boolean(),
    })
    .default({ blog: true, products: true, portfolio: true, portrait: true, video: true }),
  promo: z.object({
    enabled: z.boolean(),
    title: text,
    text: text,
    /** Slug of its photo; '': none. */
    flyer: z.string().trim().max(2_000),
    linkLabel: text,
    /** A path such as `/book-session`, or an address of another site. */
    link: promoLink,
    /** Days on which it is shown, in the studio's zone, inclusive; null: unlimited. */
    from: day.nullable(),
    until: day.nullable(),
  }),
  /** Questions in the contact form beside the fixed ones. */
  contact: z
    .object({ eventDate: asked, shootKind: asked, place: asked, heardFrom: asked })
    .default({ eventDate: 'off', shootKind: 'off', place: 'off', heardFrom: 'off' }),
  newsletter: z.object({
    heading: text,
    invitation: text,
    /** Whether new subscribers have to press a button in an email first (double opt-in). */
    confirmsEmail: z.boolean().default(false),
    /** Whether clicks on the links of newsletters are counted. */
    countsClicks: z.boolean().default(false),
  }),
  policies: z.object({
    /** 0.06625 is 6.625 % */
    taxRate: z.number().min(0).max(1),
    taxNote: text,
    /** What is taxed. Invoices need it, and pages only the rate. */
    taxes: z
      .object({
        name: z.string().trim().min(1).max(40),
        /** Of the studio, on invoices; '' for none. */
        id: z.string().trim().max(40).default(''),
        sessions: z.boolean(),
        travel: z.boolean(),
        extras: z.boolean(),
        isIncluded: z.boolean(),
      })
      .default({
        name: 'Sales tax',
        id: '',
        sessions: false,
        travel: false,
        extras: false,
        isIncluded: false,
      }),
  }),
  /**
   * Fees for rescheduling and canceling, which are frozen into each booking, and the limit for unverified
   * bookings.
   */
  booking: z.object({
    freeReschedules: z.int().min(0).max(20),
    rescheduleHours: z.int().min(0).max(8_760),
    rescheduleFeeCents: z.int().min(0).max(10_000_000),
    depositRefundDays: z.int().min(0).max(365),
    /** Most unverified bookings at a time; null: depends on the size of the calendar. */
    unverifiedLimit: z.int().min(1).max(10_000).nullable().default(null),
  }),
  /** When clients pay, which is frozen into each booking when it's confirmed. */
  payments: z
    .object({
      /** Days before the session on which the last payment is due. */
      daysBefore: z.int().min(0).max(365),
      /** Number of payments after the deposit. */
      installments: z.int().min(1).max(12),
      /** How clients pay, in the studio's words; '': by replying to an email. */
      instructions: z.string().trim().max(2_000).default(''),
      /** Whether clients can add a tip when they pay online. */
      tips: z.boolean().default(false),
      /** Days before a due date on which clients are reminded, and days after it; null: not. */
      remindBefore: z.int().min(1).max(60).nullable().default(3),
      remindAfter: z.int().min(1).max(60).nullable().default(3),
      remindAgain: z.int().min(1).max(90).nullable().default(10),
    })
    .default({
      ...{ daysBefore: 0, installments: 1, instructions: '', tips: false },
      ...{ remindBefore: 3, remindAfter: 3, remindAgain: 10 },
    }),
  /** Sender and reply address of emails; empty: the business itself. */
  sender: z
    .object({
      name: z.string().trim().max(120),
      email: email.or(z.literal('')),
      replyTo: email.or(z.literal('')),
    })
    .default({ name: '', email: '', replyTo: '' }),
  /** Off by default: nothing is loaded or sent. */
  analytics: z
    .object({
      enabled: z.boolean(),
      script: z.string().max(500),
      attribute: z.enum(ANALYTICS_ATTRIBUTES),
      siteId: z.string().max(200),
      /** The collecting address, when it differs from the script's origin. */
      collectsAt: z.string().max(500),
    })
    .default({ enabled: false, script: '', attribute: 'data-domain', siteId: '', collectsAt: '' }),
  /** Uploaded logo and icon, and what each replaced. */
  brand: brandPictures
    .extend({ before: brandPictures })
    .default({ logo: null, favicon: null, before: { logo: null, favicon: null } }),
})

export type BrandPicture = z.infer<typeof brandPicture>
export type BrandSlot = keyof z.infer<typeof brandPictures>

/** The settings for pages and emails: the business with its logo. */
export type Business = Settings & {
  studio: Settings['studio'] & { picture: BrandPicture | null; shownEmail: string }
}

export type Settings = z.infer<typeof settingsSchema>

const photo = z.string().regex(/^[a-z0-9-]+$/)
const label = z.string().trim().min(1).max(40)
const heading = z.object({
  /** `*word*` is set in italics. */
  title: text,
  lede: z.string().max(2_000),
})

/** The shape of `pages.body`, by the page's slug. Photos are referenced by slug. */
export const pageSchemas = {
  home: z.object({
    title: text,
    lede: text,
    hero: z.object({ photo, caption: text }),
    strip: z.array(photo).min(3),
    work: z.array(z.object({ photo, title: text, kind: text })).length(6),
    /** Headings with a default are absent from pages saved before they could be edited. */
    stepsTitle: text.default('How it works'),
    steps: z.array(z.object({ when: text, title: text, text })),
    bleed: z.object({ photo, caption: text }),
  }),
  gallery: heading,
  services: heading,
  portfolio: heading,
  pricing: heading.extend({
    example: z.object({
      title: text,
      /** null, here and for the deposit: that of the session. */
      lines: z.array(z.object({ label: text, cents: z.int().nullable() })),
      /** Its amount is calculated when it's shown. */
      total: z.object({ label: text, cents: z.int() }),
      deposit: z.object({ label: text, cents: z.int().nullable() }),
      link: text,
      /** Slug of a session type. */
      service: text,
    }),
  }),
  blog: heading.extend({ callTitle: text.default('Ready to book a session?') }),
  'mikhenzo-products': heading.extend({ order: text }),
  about: heading.extend({
    photo,
    caption: text,
    /** The photographer, beside the text. */
    portrait: z.object({ photo, caption: text }).default({ photo: 'not-chosen', caption: '{photographer}' }),
    body: document,
    aside: z.object({ title: text, text }),
    facts: z.array(z.object({ label: text, figure: text })),
    photosTitle: text.default('Behind the scenes'),
    photos: z.array(z.object({ photo, caption: text })),
    call: z.object({ title: text, link: text }),
  }),
  contact: heading.extend({ where: text, topics: z.array(text) }),
  'book-session': heading.extend({ whatNext: z.array(z.object({ when: text, text })) }),
  portrait: heading.extend({
    service: text,
    photo,
    caption: text,
    body: document,
    strip: z.array(photo),
    sectionsTitle: text.default('Session options'),
    sections: z.array(z.object({ title: text, text, photo })),
    faqTopic: text,
  }),
  'thank-you': heading.extend({ photo, caption: text, next: z.array(z.object({ when: text, text })) }),
  terms: heading.extend({
    effectiveOn: day,
    sections: z.array(z.object({ id: text, title: text, body: document })),
    doNotSell: z.object({ title: text, body: document }),
  }),
  login: heading.extend({ photo }),
  register: heading.extend({ photo }),
  '404': heading,
  /** Link names in the header and footer of every page. Their positions are fixed (R24, R26). */
  navigation: z.object({
    home: label,
    gallery: label,
    services: label,
    about: label,
    portfolio: label,
    pricing: label,
    blog: label,
    products: label,
    contact: label,
    book: label,
    footerPages: label,
    footerReach: label,
  }),
} as const

export type PageSlug = keyof typeof pageSchemas
export type PageBody<S extends PageSlug> = z.infer<(typeof pageSchemas)[S]>

export interface Page<S extends PageSlug> {
  title: string
  description: string
  version: number
  updatedAt: number
  body: PageBody<S>
  /** Photos named in the body, by slug. */
  photos: Record<string, PhotoView>
}

export interface Service {
  slug: string
  title: string
  notch: Notch
  summary: string
  /** Sanitized. */
  html: string
  points: string[]
  fromPriceCents: number
  priceUnit: string
  photo: PhotoView | null
  thumbnail: PhotoView | null
  packages: Package[]
}

export type Notch = 'wedding' | 'portrait' | 'prom' | 'event' | 'headshot' | 'product' | 'family'

export interface Package {
  slug: string
  title: string
  summary: string
  priceCents: number
  points: string[]
  recommended: boolean
  recommendation: string
}

export interface Faq {
  question: string
  answer: string
}

export interface Testimonial {
  quote: string
  name: string
  kind: string
}

type Hideable = 'blog' | 'products' | 'portfolio'
export type ShownLabels = Omit<PageBody<'navigation'>, Hideable> &
  Partial<Pick<PageBody<'navigation'>, Hideable>>

/** Links for calling and writing the studio; null: the owner hasn't entered it yet. */
export type ContactLinks = Record<'phone' | 'email', { label: string; to: string } | null>

/** Data for the layout of every public page: header, footer, promotion. */
export interface Shell {
  studio: Pick<Business['studio'], 'name' | 'logo' | 'tagline' | 'picture'> & ContactLinks
  links: Settings['links'] & { videoPhoto: PhotoView | null }
  newsletter: Pick<Settings['newsletter'], 'heading' | 'invitation'>
  /** Without the pages that are turned off. */
  navigation: ShownLabels
  /** null outside its dates. */
  promo: { title: string; text: string; linkLabel: string; link: string; flyer: PhotoView | null } | null
  /** The current year in the studio's zone. */
  year: number
}
