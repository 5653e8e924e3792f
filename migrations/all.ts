import type { Migrations } from '~/platform/db/migrate.server'
import { up as baseline } from './2026-11-22-baseline'
import { up as productViews } from './2026-11-23-product-views'
import { up as siteMailServer } from './2026-11-23-site-mail-server'
import { up as postDocuments } from './2026-11-24-post-documents'
import { up as websitePhotos } from './2026-11-24-products-website-photos'
import { up as postVersions } from './2026-11-24-versions-of-posts'
import { up as productVariants } from './2026-11-25-products-with-variants'
import { up as newsletterCampaigns } from './2026-11-26-c-newsletter-campaigns'
import { up as contactFields } from './2026-11-26-f-contact-fields'
import { up as onePrice } from './2026-11-26-f-one-price'
import { up as presets } from './2026-11-26-f-presets'
import { up as postsForFewerReaders } from './2026-11-26-posts-for-fewer-readers'
import { up as subscribers } from './2026-11-26-subscribers'
import { up as newsletterSequence } from './2026-11-26-t-newsletter-sequence'
import { up as bounceMailbox } from './2026-11-26-u-bounce-mailbox'
import { up as postImports } from './2026-11-26-wordpress-and-ghost-imports'
import { up as recipientsForgotten } from './2026-11-26-x-recipients-forgotten'
import { up as locationPhotos } from './2026-11-27-location-photos'
import { up as severalInstances } from './2026-11-27-several-instances'
import { up as bounceWebhook } from './2026-11-27-t-bounce-webhook'
import { up as backupRuns } from './2026-11-27-y-backup-runs'
import { up as inquiryStages } from './2026-11-28-a-inquiry-stages'
import { up as newsletterClicks } from './2026-11-28-newsletter-clicks'
import { up as billingLedger } from './2026-11-28-o-billing-ledger'
import { up as inquiryThreads } from './2026-11-28-p-inquiry-threads'
import { up as taxPerLine } from './2026-11-29-a-tax-per-line'
import { up as installments } from './2026-11-29-b-installments'
import { up as onlinePayments } from './2026-11-29-b-online-payments'
import { up as contractTemplates } from './2026-11-29-c-contract-templates'
import { up as contracts } from './2026-11-29-c-contracts'
import { up as releasesOfClients } from './2026-11-29-d-releases-of-clients'
import { up as encryptedExports } from './2026-11-29-e-encrypted-exports'
import { up as issuedInvoices } from './2026-11-29-f-invoices'
import { up as dueLedgers } from './2026-11-29-s-due-ledgers'
import { up as paymentReminders } from './2026-11-29-t-payment-reminders'
import { up as stripeChecks } from './2026-11-29-t-stripe-checks'
import { up as proposals } from './2026-11-30-q-proposals'
import { up as bookingRequirements } from './2026-12-01-a-booking-requirements'
import { up as signedReleases } from './2026-12-01-b-signed-releases'
import { up as lateFees } from './2026-12-01-b-terms-of-late-fees'
import { up as invoiceEmails } from './2026-12-01-c-invoice-emails'
import { up as moneySums } from './2026-12-01-c-money-sums'
import { up as tips } from './2026-12-01-c-tips'
import { up as downloadRecipes } from './2026-12-01-d-download-recipes'
import { up as tipsApart } from './2026-12-02-a-tips-apart'
import { up as savedCards } from './2026-12-02-b-saved-cards'
import { up as proposalReminders } from './2026-12-02-c-proposal-reminders'
import { up as partialCredits } from './2026-12-02-d-partial-credits'
import { up as contractReminders } from './2026-12-02-e-contract-reminders'
import { up as clientPhotos } from './2026-12-03-a-client-photos'
import { up as oldestFirst } from './2026-12-04-a-oldest-first'
import { up as refundsNotOwedAgain } from './2026-12-05-a-refunds-not-owed-again'
import { up as versionsOfTexts } from './2026-12-06-a-versions-of-texts'
import { up as actionsOfTheLog } from './2026-12-07-a-actions-of-the-log.ts'
import { up as documentsOfTexts } from './2026-12-08-a-documents-of-texts'

/**
 * They run in the order of their names. A migration that has been released is never edited. One that removes what the
 * version before needs has a sentence, `oneWay`, and runs only with the operator's consent.
 */
export const migrations: Migrations = {
  '2026-11-22-baseline': { up: baseline },
  '2026-11-23-product-views': { up: productViews },
  '2026-11-23-site-mail-server': { up: siteMailServer },
  '2026-11-24-post-documents': { up: postDocuments },
  '2026-11-24-products-website-photos': { up: websitePhotos },
  '2026-11-24-versions-of-posts': { up: postVersions },
  '2026-11-25-products-with-variants': { up: productVariants },
  '2026-11-26-c-newsletter-campaigns': { up: newsletterCampaigns },
  '2026-11-26-f-contact-fields': { up: contactFields },
  '2026-11-26-f-one-price': { up: onePrice },
  '2026-11-26-f-presets': { up: presets },
  '2026-11-26-posts-for-fewer-readers': { up: postsForFewerReaders },
  '2026-11-26-subscribers': { up: subscribers },
  '2026-11-26-t-newsletter-sequence': { up: newsletterSequence },
  '2026-11-26-u-bounce-mailbox': { up: bounceMailbox },
  '2026-11-26-wordpress-and-ghost-imports': { up: postImports },
  '2026-11-26-x-recipients-forgotten': { up: recipientsForgotten },
  '2026-11-27-location-photos': { up: locationPhotos },
  '2026-11-27-several-instances': { up: severalInstances },
  '2026-11-27-t-bounce-webhook': { up: bounceWebhook },
  '2026-11-27-y-backup-runs': { up: backupRuns },
  '2026-11-28-a-inquiry-stages': { up: inquiryStages },
  '2026-11-28-newsletter-clicks': { up: newsletterClicks },
  '2026-11-28-o-billing-ledger': { up: billingLedger },
  '2026-11-28-p-inquiry-threads': { up: inquiryThreads },
  '2026-11-29-a-tax-per-line': { up: taxPerLine },
  '2026-11-29-b-installments': { up: installments },
  '2026-11-29-b-online-payments': { up: onlinePayments },
  '2026-11-29-c-contract-templates': { up: contractTemplates },
  '2026-11-29-c-contracts': { up: contracts },
  '2026-11-29-d-releases-of-clients': { up: releasesOfClients },
  '2026-11-29-e-encrypted-exports': { up: encryptedExports },
  '2026-11-29-f-invoices': { up: issuedInvoices },
  '2026-11-29-s-due-ledgers': { up: dueLedgers },
  '2026-11-29-t-payment-reminders': { up: paymentReminders },
  '2026-11-29-t-stripe-checks': { up: stripeChecks },
  '2026-11-30-q-proposals': { up: proposals },
  '2026-12-01-a-booking-requirements': { up: bookingRequirements },
  '2026-12-01-b-signed-releases': { up: signedReleases },
  '2026-12-01-b-terms-of-late-fees': { up: lateFees },
  '2026-12-01-c-invoice-emails': { up: invoiceEmails },
  '2026-12-01-c-money-sums': { up: moneySums },
  '2026-12-01-c-tips': { up: tips },
  '2026-12-01-d-download-recipes': { up: downloadRecipes },
  '2026-12-02-a-tips-apart': { up: tipsApart },
  '2026-12-02-b-saved-cards': { up: savedCards },
  '2026-12-02-c-proposal-reminders': { up: proposalReminders },
  '2026-12-02-d-partial-credits': { up: partialCredits },
  '2026-12-02-e-contract-reminders': { up: contractReminders },
  '2026-12-03-a-client-photos': { up: clientPhotos },
  '2026-12-04-a-oldest-first': { up: oldestFirst },
  '2026-12-05-a-refunds-not-owed-again': { up: refundsNotOwedAgain },
  '2026-12-06-a-versions-of-texts': { up: versionsOfTexts },
  '2026-12-07-a-actions-of-the-log': { up: actionsOfTheLog },
  '2026-12-08-a-documents-of-texts': { up: documentsOfTexts },
}
