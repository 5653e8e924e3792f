import { sentValues } from '~/platform/forms'

/** The job kind that sends a part of a newsletter, and the one that starts a scheduled one. */
export const SEND_CAMPAIGN = 'send-newsletter'
export const START_CAMPAIGN = 'start-newsletter'

export type CampaignState = 'draft' | 'scheduled' | 'sending' | 'paused' | 'stopped' | 'sent'

/**
 * `queued`: not attempted yet, or to be attempted again. `sending`: an attempt has begun. `refused`: the mail
 * server refused it, or didn't accept it within a day. `uncertain`: the server's answer was lost, so it may have
 * been sent and is never attempted again. `skipped`: unsubscribed before it was sent, or sending was stopped.
 */
export const RECIPIENT_STATES = ['queued', 'sending', 'sent', 'refused', 'uncertain', 'skipped'] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]

export type RecipientCounts = Record<RecipientState, number>

/** Emails a minute: what most mail servers allow, and the most that can be entered. */
export const DEFAULT_RATE = 120
export const RATE_MAX = 60_000

export const SUBJECT_MAX = 200
export const PREHEADER_MAX = 200

/** The fields of a newsletter's form beside its text and its recipients. */
const CAMPAIGN_FIELDS = ['subject', 'preheader', 'rate', 'archive'] as const
export type CampaignValues = Record<(typeof CAMPAIGN_FIELDS)[number], string>

export const sentCampaign = (form: { get(name: string): string }): CampaignValues =>
  sentValues(CAMPAIGN_FIELDS, form)

/** The subject in lists of the Studio. */
export const subjectOf = ({ subject }: { subject: string }): string => subject || 'No subject'

export const CAMPAIGN_LABELS: Record<CampaignState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  stopped: 'Stopped',
  sent: 'Sent',
}

/** "It goes to 1,204 subscribers." */
export const readersSentence = (count: number): string =>
  count === 1 ? 'It goes to 1 subscriber.' : `It goes to ${count.toLocaleString('en-US')} subscribers.`

/** A sent newsletter on the site. */
export interface PastIssue {
  id: string
  subject: string
  /** "June 30, 2027" */
  date: string
}
