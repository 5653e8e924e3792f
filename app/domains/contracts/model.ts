import type { LateFee } from '~/domains/billing/late-fees'
import type { ReminderLine } from '~/platform/last-day-reminders'
import type { Block } from './text'

/** Days in which a version can be signed. */
export const SIGNING_DAYS = 30
export const CODE_MINUTES = 15
/** Tries of one code. */
export const CODE_TRIES = 5

export type SignerRole = 'client' | 'studio'

export interface DraftSigner {
  role: SignerRole
  name: string
  email: string
}

export type ContractState = 'draft' | 'sent' | 'viewed' | 'signing' | 'completed' | 'withdrawn' | 'expired'

export const CONTRACT_STATE_LABELS: Record<ContractState, string> = {
  draft: 'Draft',
  sent: 'Sent',
  viewed: 'Viewed',
  signing: 'Partly signed',
  completed: 'Signed',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

export type LogKind =
  | 'sent'
  | 'asked'
  | 'viewed'
  | 'code-sent'
  | 'code-wrong'
  | 'signed'
  | 'withdrawn'
  | 'replaced'
  | 'completed'

/** A signature: a typed name, or lines drawn on a field of 600 × 200 units, as SVG path data. */
export type Signature = { kind: 'typed'; name: string } | { kind: 'drawn'; path: string }

/** Whether a client agrees to the model release in a contract. */
export type ReleaseChoice = 'yes' | 'no'

/** The words that a signer agrees to (15 U.S.C. 7001 (c), UETA 5 (b)). */
export const CONSENT =
  'I agree to sign this contract electronically and to receive it and its signed copy by email. I understand that my electronic signature counts as much as one on paper, that I may ask for a paper copy and sign that instead, and that I can withdraw this agreement by email before I sign.'

/** What the log says when someone signs. */
export interface SignedDetail {
  version: number
  signer: string
  position: number
  role: SignerRole
  name: string
  email: string
  sha256: string
  consent: string
  initials: string[]
  /** Missing if the text doesn’t ask for it. */
  release?: ReleaseChoice
  signature: Signature
}

export interface SentDetail {
  version: number
  title: string
  text: string
  sha256: string
  signers: { id: string; role: SignerRole; name: string; email: string }[]
  /** Missing in a contract without a late fee. */
  lateFee?: LateFee
}

export interface CompletedDetail {
  version: number
  sha256: string
  pdfSha256: string
}

export const DRAFT_FIELDS = [
  'title',
  'body',
  'clientName',
  'clientEmail',
  'secondName',
  'secondEmail',
  'studioName',
  'studioEmail',
] as const

export type DraftValues = Record<(typeof DRAFT_FIELDS)[number], string>

export const signersOf = (draft: DraftValues): DraftSigner[] => [
  { role: 'client', name: draft.clientName, email: draft.clientEmail },
  ...(draft.secondEmail === ''
    ? []
    : [{ role: 'client' as const, name: draft.secondName, email: draft.secondEmail }]),
  { role: 'studio', name: draft.studioName, email: draft.studioEmail },
]

export function draftValues(title: string, body: string, signers: readonly DraftSigner[]): DraftValues {
  const [first, second] = signers.filter(({ role }) => role === 'client')
  const studio = signers.find(({ role }) => role === 'studio')
  return {
    ...{ title, body, clientName: first?.name ?? '', clientEmail: first?.email ?? '' },
    ...{ secondName: second?.name ?? '', secondEmail: second?.email ?? '' },
    ...{ studioName: studio?.name ?? '', studioEmail: studio?.email ?? '' },
  }
}

/** A row wherever contracts are listed. */
export interface ContractLine {
  id: string
  title: string
  state: ContractState
  /** "Ann Lee and Bo Lee" */
  clients: string
  /** "Ann Lee signed on …" */
  latest: string
}

/** A contract as the Studio shows it. */
export interface StudioContract {
  id: string
  version: number
  title: string
  state: ContractState
  booking: { id: string; label: string } | undefined
  values: DraftValues
  /** The draft of the next version with its values. */
  draft: Block[]
  /** Fields of the draft without a value. */
  missing: string[]
  /** Whether the draft with its values is too long to be shown and sent. */
  isTooLong: boolean
  /** Characters of the draft that a PDF can’t show. */
  unprintable: string[]
  /** Whether the draft differs from the version that was sent last. */
  isChanged: boolean
  sent: StudioVersion | undefined
  /** Former versions that were signed by everyone, newest first. */
  former: { number: number; signed: string; hasPdf: boolean }[]
  log: { seq: number; when: string; what: string; place: string }[]
  /** Whether the log, the texts and the PDFs are as they were recorded. */
  isIntact: boolean
}

/** What a client chose about the model release. */
export interface SignedChoice {
  name: string
  email: string
  choice: ReleaseChoice
  /** Others still can sign, so that it would count. */
  isPending: boolean
  /** The release in the register; null: declined, or not everyone has signed. */
  release: {
    id: string
    withdrawn: string | null
    /** The galleries it covers, with its entry in each. */
    galleries: { id: string; title: string; entry: string }[]
  } | null
}

/** A model release that a client agreed to in a contract that others still have to sign. */
export interface PendingRelease {
  signerId: string
  contractId: string
  /** The contract's. */
  title: string
  name: string
  /** "Portfolio, Print" */
  uses: string
  /** "November 28, 2026". */
  signed: string
  /** Who still has to sign: "Bo Lee and Dorian Ellis" */
  missing: string
}

export interface StudioVersion {
  number: number
  text: Block[]
  sent: string
  /** The last day on which it can be signed. */
  until: string
  isOpen: boolean
  reminder: ReminderLine
  /** Its booking was declined or canceled since, so it can’t be signed. */
  isCalledOff: boolean
  sha256: string
  pdfSha256: string | null
  releases: SignedChoice[]
  signers: { id: string; name: string; email: string; role: SignerRole; state: string; canRenew: boolean }[]
}
