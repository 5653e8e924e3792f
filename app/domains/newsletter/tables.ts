import type { Generated } from 'kysely'
import type { CampaignState, RecipientState } from './campaigns/model'
import type { ConsentSource, SuppressionReason } from './model'

/** Newsletter subscriptions; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    newsletter: NewsletterTable
    newsletter_consents: ConsentTable
    newsletter_suppressions: SuppressionTable
    newsletter_tags: TagTable
    newsletter_tagged: { subscriber_id: string; tag_id: string }
    newsletter_imports: ImportTable
    newsletter_import_lines: ImportLineTable
    bounce_mailboxes: BounceMailboxTable
    bounce_webhooks: BounceWebhookTable
    bounce_messages: BounceMessageTable
    newsletter_steps: StepTable
    newsletter_step_sends: StepSendTable
    newsletter_campaigns: CampaignTable
    newsletter_recipients: RecipientTable
    newsletter_links: LinkTable
    newsletter_clicks: ClickTable
  }
}

/** The address for email providers; the site has at most one. */
interface BounceWebhookTable {
  id: string
  /** Sealed. */
  token: string
  saved_at: number
  /** When a message last arrived. */
  received_at: number | null
}

/** A message with reports that has arrived, so that it counts once. */
interface BounceMessageTable {
  /** SHA-256 in hexadecimal. */
  hash: string
  at: number
}

interface NewsletterTable {
  id: string
  email: string
  /** The address in lower case; unique. */
  email_key: string
  /** When the person subscribed, most recently. */
  request_date: number
  unsubscribe_token: string
  unsubscribed_at: number | null
  /** '' when unknown. */
  name: Generated<string>
  /** In the link of the email that asks to confirm; null if none was sent. */
  confirm_token: Generated<string | null>
  /** Since when the address waits to be confirmed; null: it doesn't. */
  unconfirmed_since: Generated<number | null>
  version: Generated<number>
}

/** What a person agreed to, one row each time they subscribed. */
interface ConsentTable {
  id: string
  subscriber_id: string
  at: number
  source: ConsentSource
  /** The page, the imported file, or where the studio says that the person agreed. */
  place: string
  /** The text that the person saw, or the studio's statement. */
  words: string
  /** The first 24 bits of an IPv4 address or 48 of an IPv6 address; '' when unknown. */
  network: string
  /** The team member who added the person; '' for the person themselves. */
  by_name: string
}

/** Addresses that get no newsletter. At most one row per address and reason isn't lifted. */
interface SuppressionTable {
  id: string
  email_key: string
  reason: SuppressionReason
  at: number
  detail: string
  lifted_at: number | null
  /** The team member; '' for the person themselves. */
  lifted_by: Generated<string>
}

interface TagTable {
  id: string
  name: string
  /** The name in lower case; unique. */
  name_key: string
  /** 1: subscribers may choose it as a topic. */
  is_public: number
  version: number
}

/** An email that subscribers get some days after subscribing, and the welcome email. */
interface StepTable {
  /** `welcome` for the welcome email. */
  id: string
  subject: string
  text: string
  /** 0 for the welcome email. */
  delay_days: number
  is_on: number
  /** It goes to people who subscribed since then. */
  since: number
  version: Generated<number>
}

/** Each person gets a step once. */
interface StepSendTable {
  step_id: string
  subscriber_id: string
  at: number
}

/** The mailbox to which undelivered emails are returned. At most one, with the id `site`. */
interface BounceMailboxTable {
  id: string
  host: string
  port: number
  encryption: 'tls' | 'starttls'
  username: string
  /** Sealed. */
  password: string
  uid_validity: string
  /** Messages up to this id have been read. */
  last_uid: number
  saved_at: number
  read_at: number | null
  failure: string | null
}

interface ImportTable {
  id: string
  file_name: string
  state: 'checked' | 'applying' | 'applied'
  /** json: string[], the titles of the columns */
  header: string
  /** json: the position of the column for each field */
  columns: string
  /** How the people agreed; '' until it's applied. */
  statement: string
  /** json: lines by verdict */
  counts: string
  /** Lines already applied. */
  done_lines: number
  created_at: number
  by_name: string
  version: number
}

interface ImportLineTable {
  import_id: string
  /** The line of the file on which it begins. */
  number: number
  /** json: string[] */
  cells: string
  email: string
  email_key: string
  name: string
  /** json: string[] */
  tags: string
  subscribed_at: number | null
  verdict: string
}
/** A newsletter as written and sent. */
interface CampaignTable {
  id: string
  subject: string
  /** Shown beside the subject in lists of emails. */
  preheader: string
  /** The text as a document, JSON. */
  document: string
  /** json: who gets it */
  segment: string
  /** Emails a minute. */
  rate: number
  /** 1: has a public page once it is sent. */
  in_archive: number
  state: CampaignState
  /** Raised with every save. */
  revision: number
  saved_at: number
  /** Who saved it last. */
  author_name: string
  scheduled_at: number | null
  /** When its recipients were queued. */
  begun_at: number | null
  /** When its last recipient was settled, or sending was stopped. */
  ended_at: number | null
  /** json: `Rendered` of `document/emails.server.tsx`, made when its recipients were queued; '' before. */
  rendered: string
  /** Why sending doesn't go on, such as the mail server's answer; '' if it does. */
  trouble: string
  /** The run that is sending it, and until when no other one may. */
  sender: string | null
  sender_until: number
  /** When the next email may be sent at its rate. */
  paced_until: number
}

/** An address that a newsletter is sent to; each only once. */
interface RecipientTable {
  campaign_id: string
  /** From 1 for each newsletter; part of the Message-ID. */
  number: number
  subscriber_id: string
  /** '' once the person has deleted their account, or after two years. */
  email: string
  /** In lower case; unique for the newsletter. Without an address, the subscriber's id. */
  email_key: string
  state: RecipientState
  attempts: number
  /** Earliest next attempt. */
  next_at: number
  /** First and latest attempt. */
  first_at: number | null
  begun_at: number | null
  settled_at: number | null
  /** The mail server's answer, or why it wasn't sent. */
  answer: string
  /** When this person unsubscribed with a link of this newsletter. */
  unsubscribed_at: number | null
}

/** A link of a newsletter that was sent while clicks were counted. */
interface LinkTable {
  campaign_id: string
  /** From 1 for each newsletter, in the order of the text. */
  link: number
  /** The full URL to which its counted addresses lead. */
  href: string
}

/** Someone opened a link of a newsletter; each person and link once. */
interface ClickTable {
  campaign_id: string
  /** `newsletter_recipients.number` */
  recipient: number
  link: number
  /** The first time. */
  at: number
}
