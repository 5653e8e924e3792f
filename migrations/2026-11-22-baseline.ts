import type { Kysely } from 'kysely'
import { createAccountTables } from './baseline/accounts'
import { createAuditTables } from './baseline/audit'
import { createAvailabilityTables } from './baseline/availability'
import { createExportTables } from './baseline/backup'
import { createBlogTables } from './baseline/blog'
import { createBookingTables } from './baseline/booking'
import { createContactMessageTables } from './baseline/contact-messages'
import { createContentTables } from './baseline/content'
import { createDemoTables } from './baseline/demo'
import { createFileTables } from './baseline/files'
import { createGalleryTables } from './baseline/galleries'
import { createNewsletterTables } from './baseline/newsletter'
import { createOutboxTables } from './baseline/outbox'
import { createPeopleTables } from './baseline/people'
import { createPhotoTables } from './baseline/photos'
import { createPlatformTables } from './baseline/platform'
import { createPrivacyTables } from './baseline/privacy'
import { createShopTables } from './baseline/shop'

/** Every table of the first release. A table comes after those that it refers to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPlatformTables(db)
  await createOutboxTables(db)
  await createAuditTables(db)
  await createAccountTables(db)
  await createPeopleTables(db)
  await createPhotoTables(db)
  await createFileTables(db)
  await createContentTables(db)
  await createBlogTables(db)
  await createShopTables(db)
  await createNewsletterTables(db)
  await createContactMessageTables(db)
  await createPrivacyTables(db)
  await createAvailabilityTables(db)
  await createBookingTables(db)
  await createGalleryTables(db)
  await createExportTables(db)
  await createDemoTables(db)
}
