/** A link of a newsletter in the email of one recipient. */
export interface CountedLink {
  /** A UUID. */
  campaign: string
  /** `newsletter_recipients.number` */
  recipient: number
  /** `newsletter_links.link` */
  link: number
}
