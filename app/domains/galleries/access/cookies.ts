import type { CapabilityCookie } from '~/platform/http/capability-cookie'

const YEAR = 365 * 86_400

/** Holds the link’s token, a cookie a gallery: one gallery’s link opens no other. */
export const shareCookie = (galleryId: string): CapabilityCookie => ({
  name: `studio_gallery_${galleryId.replaceAll('-', '')}`,
  maxAge: YEAR,
})

/** Says that the PIN has been given. */
export const pinCookie = (galleryId: string): CapabilityCookie => ({
  name: `studio_pin_${galleryId.replaceAll('-', '')}`,
  maxAge: 30 * 86_400,
})
