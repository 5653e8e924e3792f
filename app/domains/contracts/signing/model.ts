import type { CapabilityCookie } from '~/platform/http/capability-cookie'
import type { Block, Places } from '../text'

/** As long as a signer may want the copy; replacing the link ends it. */
export const CONTRACT_COOKIE: CapabilityCookie = { name: 'studio_contract', maxAge: 90 * 86_400 }

export const MAKE_PDF = 'make-contract-pdf'

/** What a signer can do with the contract of their link. */
export type Standing =
  | 'to-sign'
  /** Others sign first. */
  | 'waiting'
  /** Signed, and others haven't yet. */
  | 'signed'
  /** Signed by everyone. */
  | 'completed'
  | 'replaced'
  | 'withdrawn'
  /** Its booking was declined or canceled after it was sent. */
  | 'called-off'
  | 'expired'

export interface SigningView {
  standing: Standing
  title: string
  /** The text, as it was sent. */
  blocks: Block[]
  sha256: string
  signer: { id: string; name: string; email: string; isStudio: boolean }
  /** What this signer fills in inside the text. */
  places: Places
  /** The last day. */
  until: string
  /** Whether a code was emailed that can still be used. */
  hasCode: boolean
  everyone: { name: string; signed: string | null; isReader: boolean }[]
  hasPdf: boolean
}
