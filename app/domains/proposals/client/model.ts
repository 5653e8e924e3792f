import type { TaxRules } from '~/domains/billing/tax'
import type { ClientPayments } from '~/domains/booking/client/booking-view'
import type { SigningView } from '~/domains/contracts/signing/model'
import type { PhotoView } from '~/domains/photos/model'
import type { CapabilityCookie } from '~/platform/http/capability-cookie'
import type { Choice, Menu, Price } from '../choice'

/** Replacing the link ends it. */
export const PROPOSAL_COOKIE: CapabilityCookie = { name: 'studio_proposal', maxAge: 90 * 86_400 }

/** What a client can do with their proposal. */
export type Standing =
  | 'open'
  | 'signed'
  | 'withdrawn'
  | 'expired'
  /** The session's time has passed, or someone else has it. */
  | 'time-lost'
  /** Its booking was declined or canceled. */
  | 'called-off'

export interface ProposalView {
  standing: Standing
  title: string
  intro: string
  client: string
  /** Names the version in forms. */
  version: string
  number: number
  /** The last day. */
  until: string
  session: { title: string; date: string; time: string; location: string; picture: PhotoView | undefined }
  menu: Menu
  rules: TaxRules
  deposit: { depositCents: number | null; depositPercent: number | null }
  chosen: { choice: Choice; price: Price; payments: string[] } | null
  /** The contract; null: nothing was chosen yet. */
  signing: SigningView | null
  signed: SignedView | null
}

export interface SignedView {
  reference: string
  signedAt: string
  /** null: nothing is owed. */
  payments: ClientPayments | null
  /** Whether others have to sign. */
  isWaiting: boolean
}
