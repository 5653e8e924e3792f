/** Blog posts; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    posts: PostTable
  }
}

interface PostTable {
  id: string
  slug: string
  title: string
  excerpt: string
  body: string
  topic: string
  author: string
  cover_photo_id: string | null
  published_at: number | null
  updated_at: number
}

export {}
