import type { CapabilityCookie } from '~/platform/http/capability-cookie'

/** Remembers into which list a browser circles. It opens nothing: a list that is not theirs is not found. */
export const currentListCookie = (galleryId: string): CapabilityCookie => ({
  name: `studio_list_${galleryId.replaceAll('-', '')}`,
  maxAge: 90 * 86_400,
})
