const STATES = ['draft', 'sent', 'viewed', 'chosen', 'signed', 'withdrawn', 'expired'] as const
export type ProposalState = (typeof STATES)[number]

export const STATE_LABELS: Record<ProposalState, string> = {
  draft: 'Draft',
  sent: 'Sent',
  viewed: 'Viewed',
  chosen: 'Chosen',
  signed: 'Signed',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

/** What decides the state of a version. Instants in milliseconds since 1970. */
export interface Marks {
  expires_at: number
  ended_as: 'replaced' | 'withdrawn' | null
  viewed_at: number | null
  chosen_at: number | null
  signed_at: number | null
}

/** The state of a proposal, which is that of its newest version. */
export function stateOf(latest: Marks | undefined, now: number): ProposalState {
  if (!latest) return 'draft'
  if (latest.signed_at !== null) return 'signed'
  if (latest.ended_as !== null) return 'withdrawn'
  if (latest.expires_at <= now) return 'expired'
  if (latest.chosen_at !== null) return 'chosen'
  return latest.viewed_at !== null ? 'viewed' : 'sent'
}

/** Whether a client can still choose and sign. */
export const isOpenState = (state: ProposalState): boolean =>
  state === 'sent' || state === 'viewed' || state === 'chosen'
