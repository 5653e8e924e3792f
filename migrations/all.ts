import type { Migration } from 'kysely/migration'
import { up as work } from './2026-11-20-a-jobs-outbox-limits'
import { up as photos } from './2026-11-20-b-photos'
import { up as galleries } from './2026-11-20-c-galleries'
import { up as content } from './2026-11-20-d-content'
import { up as correspondence } from './2026-11-20-e-correspondence'
import { up as accounts } from './2026-11-20-f-accounts'
import { up as audit } from './2026-11-20-g-audit'
import { up as termsAndPromoLink } from './2026-11-21-c-terms-and-promo-link'

/** In the order in which they run. A migration that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '2026-11-20-a-jobs-outbox-limits': { up: work },
  '2026-11-20-b-photos': { up: photos },
  '2026-11-20-c-galleries': { up: galleries },
  '2026-11-20-d-content': { up: content },
  '2026-11-20-e-correspondence': { up: correspondence },
  '2026-11-20-f-accounts': { up: accounts },
  '2026-11-20-g-audit': { up: audit },
  '2026-11-21-c-terms-and-promo-link': { up: termsAndPromoLink },
}
