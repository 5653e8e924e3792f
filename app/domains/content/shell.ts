import type { PhotoView } from '~/domains/photos/model'
import { endOfDate, startOfDate, startOfYear, yearOf } from '~/platform/time'
import type { Settings, Shell } from './model'

/** What the frame around every page shows at an instant, and until when. */
export function shellAt(
  settings: Settings,
  photos: Record<string, PhotoView | undefined>,
  now: number,
): { shell: Shell; validUntil: number } {
  const { studio, links, newsletter } = settings
  const zone = studio.timeZone
  const year = yearOf(now, zone)
  const promo = promoAt(settings.promo, zone, now)
  return {
    shell: {
      studio: {
        name: studio.name,
        logo: studio.logo,
        tagline: studio.tagline,
        phone: studio.phone,
        email: studio.email,
      },
      links: { ...links, videoPhoto: photos[links.video.photo] ?? null },
      newsletter,
      promo: promo.shown
        ? {
            title: settings.promo.title,
            text: settings.promo.text,
            linkLabel: settings.promo.linkLabel,
            flyer: photos[settings.promo.flyer] ?? null,
          }
        : null,
      year,
    },
    validUntil: Math.min(startOfYear(year + 1, zone), promo.validUntil),
  }
}

/** Whether the promotion is shown, and until when that holds. Both of its days are included, in the studio's zone. */
function promoAt(
  promo: Settings['promo'],
  zone: string,
  now: number,
): { shown: boolean; validUntil: number } {
  const begins = promo.from ? startOfDate(promo.from, zone) : Number.NEGATIVE_INFINITY
  const ends = promo.until ? endOfDate(promo.until, zone) : Number.POSITIVE_INFINITY
  if (!promo.enabled || now >= ends || begins >= ends)
    return { shown: false, validUntil: Number.POSITIVE_INFINITY }
  if (now < begins) return { shown: false, validUntil: begins }
  return { shown: true, validUntil: ends }
}
