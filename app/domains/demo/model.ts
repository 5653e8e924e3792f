/**
 * Tables with initial rows that are demo content. Listed are columns that the program changes by itself, or
 * that only give a row's position. A row that differs in any other column was edited.
 */
export const DEMO_TABLES = {
  users: ['phone', 'updated_at', 'two_factor_enabled'],
  galleries: ['position', 'expired_at', 'expiry_paused_at', 'cover_photo_id'],
  gallery_items: ['position', 'set_id'],
  posts: ['cover_photo_id'],
  products: ['position', 'photo_id'],
  testimonials: ['position'],
  mini_days: [],
  schedules: [],
  session_types: ['position'],
  places: ['position'],
  packages: ['position'],
  services: ['position', 'photo_id', 'thumbnail_photo_id'],
  faqs: ['position'],
  photos: ['state', 'failure', 'media_hash', 'published_at'],
} as const satisfies Record<string, readonly string[]>

export type DemoTable = keyof typeof DEMO_TABLES

/** The size of the demo content, shown before removing it. */
export interface DemoCounts {
  photos: number
  galleries: number
  posts: number
  products: number
  testimonials: number
  miniDays: number
  services: number
  sessionTypes: number
  places: number
  faqs: number
  /** Name of the sample client; null: removed. */
  client: string | null
}
