import type { Migration } from 'kysely/migration'
import { up as work } from './2026-11-20-a-jobs-outbox-limits'
import { up as photos } from './2026-11-20-b-photos'
import { up as galleries } from './2026-11-20-c-galleries'
import { up as content } from './2026-11-20-d-content'
import { up as correspondence } from './2026-11-20-e-correspondence'
import { up as accounts } from './2026-11-20-f-accounts'
import { up as audit } from './2026-11-20-g-audit'
import { up as navigation } from './2026-11-21-a-navigation'
import { up as catalogue } from './2026-11-21-b-catalogue'
import { up as termsAndPromoLink } from './2026-11-21-c-terms-and-promo-link'
import { up as settingsAndTeam } from './2026-11-21-d-settings-and-team'
import { up as photoLibrary } from './2026-11-21-e-photo-library'
import { up as searchTerms } from './2026-11-21-f-search-terms'
import { up as photoSearchTerms } from './2026-11-21-f-search-terms-of-photos'
import { up as people } from './2026-11-21-g-people'
import { up as dateRequestLists } from './2026-11-21-h-date-request-lists'
import { up as sessionsAtRest } from './2026-11-21-i-sessions-at-rest'
import { up as sessionRules } from './2026-11-21-k-session-rules'
import { up as bookings } from './2026-11-21-l-bookings'
import { up as addressTerms } from './2026-11-21-m-a-address-terms'
import { up as holdsThatEnd } from './2026-11-21-o-holds-that-end'
import { up as waitingList } from './2026-11-21-p-waiting-list'
import { up as clientGalleries } from './2026-11-21-s-client-galleries'
import { up as consentRegister } from './2026-11-21-t-consent-register'
import { up as deliveryFaults } from './2026-11-21-t-delivery-faults'
import { up as galleryEditor } from './2026-11-21-t-editor-gallery-editor'
import { up as demoRowsAndExports } from './2026-11-21-t-exit-demo-rows-and-exports'
import { up as shownItems } from './2026-11-21-t-gift-shown-items'
import { up as proofingChoices } from './2026-11-21-t-proofing-choices'
import { up as uploadPlaces } from './2026-11-21-t-upload-places'
import { up as consentsWatched } from './2026-11-21-u-consents-watched'
import { up as photosOfNobody } from './2026-11-21-u-photos-of-nobody'
import { up as thumbnailsAtArrival } from './2026-11-21-v-thumbnails-at-arrival'
import { up as withheldPhotos } from './2026-11-21-w-withheld-photos'
import { up as openLinks } from './2026-11-22-accounts-open-links'
import { up as proofTimes } from './2026-11-22-accounts-proof-times'
import { up as offerHolds } from './2026-11-22-calendar-offer-holds'
import { up as unconfirmed } from './2026-11-22-calendar-unconfirmed'
import { up as installationAndInventory } from './2026-11-22-data-installation-and-inventory'
import { up as downloadPhotos } from './2026-11-22-lead-download-photos'
import { up as outboxStates } from './2026-11-22-mail-outbox-states'
import { up as mailBodies } from './2026-11-22-money-mail-bodies'
import { up as openFees } from './2026-11-22-money-open-fees'
import { up as passkeys } from './2026-11-22-passkeys-sign-in'
import { up as activityChain } from './2026-11-22-signin-activity-chain'
import { up as knownDevices } from './2026-11-22-signin-known-devices'

/** They run in the order of their names. A migration that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '2026-11-20-a-jobs-outbox-limits': { up: work },
  '2026-11-20-b-photos': { up: photos },
  '2026-11-20-c-galleries': { up: galleries },
  '2026-11-20-d-content': { up: content },
  '2026-11-20-e-correspondence': { up: correspondence },
  '2026-11-20-f-accounts': { up: accounts },
  '2026-11-20-g-audit': { up: audit },
  '2026-11-21-a-navigation': { up: navigation },
  '2026-11-21-b-catalogue': { up: catalogue },
  '2026-11-21-c-terms-and-promo-link': { up: termsAndPromoLink },
  '2026-11-21-d-settings-and-team': { up: settingsAndTeam },
  '2026-11-21-e-photo-library': { up: photoLibrary },
  '2026-11-21-f-search-terms': { up: searchTerms },
  '2026-11-21-f-search-terms-of-photos': { up: photoSearchTerms },
  '2026-11-21-g-people': { up: people },
  '2026-11-21-h-date-request-lists': { up: dateRequestLists },
  '2026-11-21-i-sessions-at-rest': { up: sessionsAtRest },
  '2026-11-21-k-session-rules': { up: sessionRules },
  '2026-11-21-l-bookings': { up: bookings },
  '2026-11-21-m-a-address-terms': { up: addressTerms },
  '2026-11-21-o-holds-that-end': { up: holdsThatEnd },
  '2026-11-21-p-waiting-list': { up: waitingList },
  '2026-11-21-s-client-galleries': { up: clientGalleries },
  '2026-11-21-t-consent-register': { up: consentRegister },
  '2026-11-21-t-delivery-faults': { up: deliveryFaults },
  '2026-11-21-t-editor-gallery-editor': { up: galleryEditor },
  '2026-11-21-t-exit-demo-rows-and-exports': { up: demoRowsAndExports },
  '2026-11-21-t-gift-shown-items': { up: shownItems },
  '2026-11-21-t-proofing-choices': { up: proofingChoices },
  '2026-11-21-t-upload-places': { up: uploadPlaces },
  '2026-11-21-u-consents-watched': { up: consentsWatched },
  '2026-11-21-u-photos-of-nobody': { up: photosOfNobody },
  '2026-11-21-v-thumbnails-at-arrival': { up: thumbnailsAtArrival },
  '2026-11-21-w-withheld-photos': { up: withheldPhotos },
  '2026-11-22-money-mail-bodies': { up: mailBodies },
  '2026-11-22-lead-download-photos': { up: downloadPhotos },
  '2026-11-22-calendar-offer-holds': { up: offerHolds },
  '2026-11-22-accounts-proof-times': { up: proofTimes },
  '2026-11-22-signin-activity-chain': { up: activityChain },
  '2026-11-22-money-open-fees': { up: openFees },
  '2026-11-22-data-installation-and-inventory': { up: installationAndInventory },
  '2026-11-22-accounts-open-links': { up: openLinks },
  '2026-11-22-signin-known-devices': { up: knownDevices },
  '2026-11-22-calendar-unconfirmed': { up: unconfirmed },
  '2026-11-22-mail-outbox-states': { up: outboxStates },
  '2026-11-22-passkeys-sign-in': { up: passkeys },
}
