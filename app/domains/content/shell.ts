import type { PhotoView } from '~/domains/photos/model'
import { startOfYear, yearOf } from '~/platform/time'
import type { Business, Shell } from './model'
import { promoStateAt } from './promo-state'

/** What the frame around every page shows at an instant, and until when. */
export function shellAt(
  settings: Business & Pick<Shell, 'navigation'>,
  photos: Record<string, PhotoView | undefined>,
  now: number,
): { shell: Shell; validUntil: number } {
  const { studio, links, newsletter, navigation } = settings
  const zone = studio.timeZone
  const year = yearOf(now, zone)
  const promo = promoStateAt(settings.promo, zone, now)
  return {
    shell: {
      studio: {
        name: studio.name,
        logo: studio.logo,
        picture: studio.picture,
        tagline: studio.tagline,
        phone: studio.phone,
        email: studio.email,
      },
      links: { ...links, videoPhoto: (links.video && photos[links.video.photo]) ?? null },
      newsletter,
      navigation,
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
