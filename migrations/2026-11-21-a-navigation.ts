import { type Kysely, sql } from 'kysely'

/** What the links were called while their names stood in the program. */
const PAGE = {
  slug: 'navigation',
  title: 'Navigation',
  description: 'What the links in the header and the footer are called.',
  body: JSON.stringify({
    home: 'Home',
    gallery: 'Gallery',
    services: 'Services',
    about: 'About',
    portfolio: 'Portfolio',
    pricing: 'Pricing',
    blog: 'Blog',
    products: 'Mikhenzo Products',
    contact: 'Contact',
    book: 'Book a session',
    footerPages: 'Pages',
    footerReach: 'Reach us',
  }),
}

/** An installation that has its pages gets this one too; a new one gets all of them with its first content. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into pages (slug, title, description, body, version, updated_at)
    select ${PAGE.slug}, ${PAGE.title}, ${PAGE.description}, ${PAGE.body}, 1, max(updated_at)
    from pages having count(*) > 0`.execute(db)
}
