import type { CapabilityCookie } from '~/platform/http/capability-cookie'

/** A link for one reader, as the Studio lists it. */
export interface PostLink {
  id: string
  /** Whom it is for. */
  name: string
  /** null: revoked. */
  address: string | null
  /** null: revoked, or encrypted with another installation's secret. */
  password: string | null
  /** Labels of moments. */
  created: string
  opened: string | null
  revoked: string | null
  version: number
}

export const READER_MAX = 100
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 100

const MONTH = 30 * 86_400

/** Contains the link’s token. */
export const linkCookie = (postId: string): CapabilityCookie => ({
  name: `studio_post_${postId.replaceAll('-', '')}`,
  maxAge: MONTH,
})

/** Proves that the link’s password was entered. */
export const passwordCookie = (postId: string): CapabilityCookie => ({
  name: `studio_post_read_${postId.replaceAll('-', '')}`,
  maxAge: MONTH,
})
