import { type PhotoView, shownSmall } from '~/domains/photos/model'
import {
  endOfDate,
  longDate,
  shortZoneName,
  startOfDate,
  startOfYear,
  yearOf,
  zoneName,
} from '~/platform/time'
import { paths } from '~/ui/paths'
import { contactLinks } from './contact-links'
import type { Business, PageBody, Settings, Shell } from './model'

/** The layout's data at an instant, and until when it is valid. */
export function shellAt(
  settings: Business & { navigation: PageBody<'navigation'> },
  photos: Record<string, PhotoView | undefined>,
  now: number,
): { shell: Shell; validUntil: number } {
  const { studio, newsletter, pages } = settings
  const zone = studio.timeZone
  const year = yearOf(now, zone)
  const { blog, products, portfolio, ...others } = settings.navigation
  const links = pages.video ? settings.links : { ...settings.links, video: null }
  const videoPhoto = links.video && photos[links.video.photo]
  const promo = promoStateAt(settings.promo, zone, now)
  return {
    shell: {
      studio: {
        name: studio.name,
        logo: studio.logo,
        picture: studio.picture,
        tagline: studio.tagline,
        ...contactLinks(studio, { label: settings.navigation.contact, to: paths.contact() }),
      },
      links: { ...links, videoPhoto: videoPhoto ? shownSmall(videoPhoto) : null },
      newsletter: { heading: newsletter.heading, invitation: newsletter.invitation },
      navigation: {
        ...others,
        ...(pages.blog ? { blog } : {}),
        ...(pages.products ? { products } : {}),
        ...(pages.portfolio ? { portfolio } : {}),
      },
      promo:
        promo.state === 'shown'
          ? {
              title: settings.promo.title,
              text: settings.promo.text,
              linkLabel: settings.promo.linkLabel,
              link: settings.promo.link,
              flyer: photos[settings.promo.flyer] ?? null,
            }
          : null,
      year,
    },
    validUntil: Math.min(startOfYear(year + 1, zone), promo.validUntil),
  }
}

/**
 * Whether the promotion is shown, until when that is valid (milliseconds since 1970), and its state as text
 * for the owner.
 */
export interface PromoState {
  state: 'off' | 'ahead' | 'shown' | 'over'
  validUntil: number
  sentence: string
}

/** Both dates are inclusive, in the studio's zone. */
export function promoStateAt(
  { enabled, from, until }: Pick<Settings['promo'], 'enabled' | 'from' | 'until'>,
  zone: string,
  now: number,
): PromoState {
  const begins = from ? startOfDate(from, zone) : Number.NEGATIVE_INFINITY
  const ends = until ? endOfDate(until, zone) : Number.POSITIVE_INFINITY
  const forGood = Number.POSITIVE_INFINITY
  if (!enabled) return { state: 'off', validUntil: forGood, sentence: 'Off. Visitors don’t see it.' }
  if (until && (now >= ends || begins >= ends))
    return { state: 'over', validUntil: forGood, sentence: `Ended on ${longDate(until)}.` }
  if (from && now < begins)
    return { state: 'ahead', validUntil: begins, sentence: `Starts on ${longDate(from)}.` }
  const sentence = until ? `Live until ${longDate(until)}.` : 'Live, with no end date.'
  return { state: 'shown', validUntil: ends, sentence }
}

/** Names of the Studio's time zone: "Eastern Time", and "EST" or "EDT" at that time. */
export const zoneLabels = (timeZone: string, now: number): { name: string; short: string } => ({
  name: zoneName(timeZone, now),
  short: shortZoneName(timeZone, now),
})
