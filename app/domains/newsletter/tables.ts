/** Newsletter subscriptions; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    newsletter: NewsletterTable
  }
}

interface NewsletterTable {
  id: string
  email: string
  /** The address in lower case; unique. */
  email_key: string
  request_date: number
  unsubscribe_token: string
  unsubscribed_at: number | null
}

export {}
