/** Requests not to sell personal data; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    do_not_sell_requests: DoNotSellRequestTable
  }
}

interface DoNotSellRequestTable {
  id: string
  email: string
  email_key: string
  request_date: number
  /** YYYY-MM-DD, 15 business days later. */
  due_date: string
  /** 1: the browser sent Global Privacy Control. */
  gpc: number
  answered_at: number | null
  /** Name of the team member who marked it as completed. */
  answered_by: string | null
}

export {}
