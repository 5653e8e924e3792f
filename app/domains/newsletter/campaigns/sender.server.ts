import { setTimeout as sleep } from 'node:timers/promises'
import { type Sender, sendingAs } from '~/domains/outbox/mailbox'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { enqueueAt } from '~/platform/jobs/recurring.server'
import { retryDelay } from '~/platform/jobs/worker.server'
import type { ServerMailer } from '~/platform/mail/mailer.server'
import type { EncodedMail, FailedDelivery } from '~/platform/mail/message'
import { sealToken } from '~/platform/sealed-token.server'
import { asCleanLine } from '~/platform/text'
import { linkToken } from '../clicks/link-token.server'
import type { CountedLink } from '../clicks/model'
import { personalizeEncoded, type Rendered } from '../document/emails.server'
import { suppress } from '../operations.server'
import { isMailboxGone } from './answers'
import { SEND_CAMPAIGN } from './model'
import {
  type Claimed,
  claimRecipients,
  giveUpAttempts,
  hasOpenAttempts,
  repeatRefused,
  type Settled,
  selectNextAttempt,
  settleRecipients,
} from './recipients-store.server'
import { type CampaignRow, endTurn, hasTurn, lockCampaign, takeTurn, updateCampaign } from './store.server'

export interface SenderDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'mailFrom' | 'secret'>
  /** The mail server, which can change; undefined: there is none. */
  openServer(): Promise<ServerMailer | undefined>
  /** The sender from the studio's settings. */
  readSender(): Promise<Sender>
}

/** Emails that are sent at the same time, and so the most whose answers a crash can lose. */
export const CONNECTIONS = 6
/** How long one job sends before others get its worker, in milliseconds. */
const SHIFT_MS = 5_000
/** A run that began this long ago has ended, in milliseconds. Answers take up to a minute after its shift. */
const TURN_MS = SHIFT_MS + 90_000
/** How long answers are collected, to record several in one transaction, in milliseconds. */
const COLLECT_MS = 10
/** Longest wait for the next email at a slow rate within one job, and the longest burst, in milliseconds. */
const SHORT_WAIT_MS = 1_000
/** Pause after the server couldn't be used, in milliseconds. */
const TROUBLE_MS = 60_000
/** How long a temporary failure is retried, in milliseconds. */
const RETRY_FOR_MS = 24 * 3_600_000
/** Refusals in a row after which the newsletter or the server must be the reason, not the addresses. */
const MOST_REFUSALS = 10

const LOST = 'Sending was interrupted before the mail server answered.'

/** Queues the job that sends a newsletter, at once or at a time in milliseconds since 1970. */
export const queueSending = (
  { db, clock }: { db: Db; clock: Clock },
  campaign: string,
  runAt = clock.now(),
): Promise<void> =>
  enqueueAt(
    { db, clock },
    { kind: SEND_CAMPAIGN, about: { id: campaign, payload: { campaign } } },
    Math.ceil(runAt),
  )

/**
 * Sends a newsletter to its next recipients at its rate, for a few seconds, then queues the next job. An address
 * is marked in a committed transaction before it is sent to. If the answer is lost, it is never sent to again.
 */
export async function sendSome(
  deps: SenderDeps,
  id: string,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { db, clock } = deps
  const run = newId()
  const campaign = await transact(db, async (tx) => {
    const now = clock.now()
    const taken = await takeTurn(tx, { id, sender: run, now, until: now + TURN_MS })
    const other = taken ? undefined : await lockCampaign(tx, id)
    if (other && other.sender !== null && other.sender_until > now) {
      // It may have crashed.
      await queueSending({ db: tx, clock }, id, other.sender_until)
      return undefined
    }
    // Only one run sends at a time, so an attempt that is still open belongs to one that has ended.
    await giveUpAttempts(tx, id, now, LOST)
    return taken
  })
  if (!campaign) return
  const shift = new Shift(deps, campaign, run)
  try {
    await shift.work(signal)
  } finally {
    await shift.end()
  }
}

/** One run of the job: records what was answered, begins what is due, and waits for either. */
class Shift {
  private readonly open = new Map<number, Promise<void>>()
  private answered: Settled[] = []
  private gone: { email: string; detail: string }[] = []
  /** When the next email may be sent. */
  private pacedUntil: number
  private trouble: string
  private isTroubled = false
  private refusals = 0
  /** Those refused in a row, which aren't lost if it pauses. */
  private refused: Parameters<typeof repeatRefused>[2] = []
  private readonly deps: SenderDeps
  private readonly campaign: CampaignRow
  private readonly run: string

  constructor(deps: SenderDeps, campaign: CampaignRow, run: string) {
    this.deps = deps
    this.campaign = campaign
    this.run = run
    this.pacedUntil = campaign.paced_until
    this.trouble = campaign.trouble
  }

  async work(signal: AbortSignal): Promise<void> {
    const server = await this.deps.openServer()
    if (!server) {
      this.meetTrouble('There is no mail server.')
      return
    }
    const compose = await composer(this.deps, this.campaign)
    const ending = performance.now() + SHIFT_MS
    while (!signal.aborted && !this.isTroubled && performance.now() < ending) {
      const room = this.room()
      const { begun, isMine } = await this.record(room)
      for (const recipient of begun) this.send(server, compose(recipient), recipient)
      if (!isMine) break
      const isDry = begun.length < room
      const wait = this.pacedUntil - this.deps.clock.now()
      if (this.open.size === 0 && (isDry || wait > SHORT_WAIT_MS)) break
      const isFull = this.open.size >= this.atOnce()
      if (isDry || isFull) await this.collectAnswers()
      else await this.anyAnswer(Math.max(wait, 1))
    }
  }

  /** Waits for an answer, and shortly for those of half the connections, while the others go on. */
  private async collectAnswers(): Promise<void> {
    await Promise.race(this.open.values())
    const ending = performance.now() + COLLECT_MS
    for (
      let left = COLLECT_MS;
      left > 0 && this.open.size > CONNECTIONS / 2;
      left = ending - performance.now()
    )
      await this.anyAnswer(left)
  }

  /** Waits for an answer, or for milliseconds. */
  private async anyAnswer(ms: number): Promise<void> {
    await Promise.race([...this.open.values(), sleep(ms)])
  }

  private atOnce(): number {
    return this.trouble === '' ? CONNECTIONS : 1
  }

  private interval(): number {
    return 60_000 / this.campaign.rate
  }

  /** How many may begin now, by the rate and the connections. */
  private room(): number {
    const now = this.deps.clock.now()
    this.pacedUntil = Math.max(this.pacedUntil, now - SHORT_WAIT_MS)
    const paced = now < this.pacedUntil ? 0 : Math.floor((now - this.pacedUntil) / this.interval()) + 1
    return Math.max(0, Math.min(this.atOnce() - this.open.size, paced))
  }

  /** Writes the answers that have come in, and marks the next recipients, in one transaction. */
  private async record(room: number): Promise<{ begun: Claimed[]; isMine: boolean }> {
    const { db, clock } = this.deps
    const { id } = this.campaign
    const [answered, gone] = [[...this.answered], [...this.gone]]
    const now = clock.now()
    const { begun, isMine } = await transact(db, async (tx) => {
      // First, so that its row is always locked before those of recipients.
      const isMine = await hasTurn(tx, { id, sender: this.run })
      await settleRecipients(tx, id, answered, now)
      for (const { email, detail } of gone)
        await suppress({ db: tx, clock }, { email, reason: 'bounced', detail })
      const begun = isMine && room > 0 ? await claimRecipients(tx, { campaign: id, now, limit: room }) : []
      return { begun, isMine }
    })
    // Answers that came in during the transaction, or whose transaction failed, are for the next one.
    this.answered = this.answered.slice(answered.length)
    this.gone = this.gone.slice(gone.length)
    this.pacedUntil += begun.length * this.interval()
    return { begun, isMine }
  }

  private send(server: ServerMailer, mail: EncodedMail, recipient: Claimed): void {
    const attempt = async () => {
      const delivery = await server.send(mail)
      if (delivery.ok) this.noteSent(recipient, delivery.answer ?? '')
      else this.noteFailure(recipient, delivery)
      this.open.delete(recipient.number)
    }
    this.open.set(recipient.number, attempt())
  }

  private noteSent({ number, attempts }: Claimed, answer: string): void {
    this.answered.push({ number, attempts, state: 'sent', answer })
    this.refusals = 0
    this.refused = []
    this.trouble = ''
  }

  private noteFailure({ number, attempts, email, firstAt }: Claimed, failed: FailedDelivery): void {
    const answer = failed.detail
    const settle = (state: 'refused' | 'uncertain') => this.answered.push({ number, attempts, state, answer })
    const nextAt = this.deps.clock.now() + retryDelay(attempts, Math.random())
    const mayRepeat = nextAt - firstAt <= RETRY_FOR_MS
    const again = () => {
      if (!mayRepeat) settle('refused')
      else this.answered.push({ number, attempts, state: 'queued', answer, nextAt })
    }
    if (failed.isUncertain) {
      settle('uncertain')
    } else if (!isAboutRecipient(failed)) {
      again()
      this.meetTrouble(answer)
    } else if (failed.reason === 'temporary') {
      again()
    } else {
      settle('refused')
      if (isMailboxGone(answer, failed.command)) this.gone.push({ email, detail: answer })
      else {
        if (mayRepeat) this.refused = [...this.refused, { number, attempts, nextAt }]
        if (++this.refusals >= MOST_REFUSALS) this.meetTrouble(answer)
      }
    }
  }

  private meetTrouble(answer: string): void {
    this.trouble = answer
    this.isTroubled = true
    this.pacedUntil = this.deps.clock.now() + TROUBLE_MS
  }

  /** Waits for the open attempts, then ends the turn, and the newsletter if everyone is settled. Otherwise queues the next job. */
  async end(): Promise<void> {
    const { db, clock } = this.deps
    const { id } = this.campaign
    await Promise.all(this.open.values())
    await this.record(0)
    await transact(db, async (tx) => {
      const now = clock.now()
      const { run: sender, pacedUntil, trouble } = this
      const isSending = await hasTurn(tx, { id, sender })
      await endTurn(tx, { id, sender, pacedUntil: Math.round(pacedUntil), trouble })
      if (!isSending) return
      if (this.refusals >= MOST_REFUSALS) {
        await repeatRefused(tx, id, this.refused)
        await updateCampaign(tx, id, { state: 'paused' })
        return
      }
      const next = await selectNextAttempt(tx, id)
      if (next !== undefined) await queueSending({ db: tx, clock }, id, Math.max(now, next, pacedUntil))
      // Attempts whose answers couldn't be recorded are given up by the next job.
      else if (await hasOpenAttempts(tx, id)) await queueSending({ db: tx, clock }, id)
      else await updateCampaign(tx, id, { state: 'sent', ended_at: now, trouble: '' })
    })
  }
}

/** Whether the server's answer is about this recipient or this text, and not about the sender or the connection. */
const isAboutRecipient = ({ command }: FailedDelivery): boolean => command === 'RCPT TO' || command === 'DATA'

/** Purpose of the token in a Message-ID, which names the recipient by number, so that no one can guess another’s. */
export const SENT_TO = 'newsletter recipient'

/** @returns a function that makes the email to one recipient of an already rendered newsletter */
async function composer({ config, clock, readSender }: SenderDeps, campaign: CampaignRow) {
  const { from, replyTo } = sendingAs(config, await readSender())
  const rendered: Rendered = JSON.parse(campaign.rendered)
  const personalize = personalizeEncoded(rendered)
  const host = new URL(config.siteUrl).hostname
  return ({ number, email, name, token }: Claimed): EncodedMail => {
    const links = recipientLinks(config, { campaign: campaign.id, token })
    return {
      // The same for every attempt.
      messageId: `<${sealToken(config.secret, SENT_TO, { id: campaign.id, version: number })}@${host}>`,
      date: new Date(clock.now()),
      from: { name: asCleanLine(from.name), address: from.email },
      to: { name: asCleanLine(name), address: email },
      replyTo:
        replyTo.email === from.email
          ? undefined
          : { name: asCleanLine(replyTo.name), address: replyTo.email },
      ...personalize({
        ...{ ...links, firstName: firstNameOf(name), counting: 'counted' as const },
        link: (link) => countedUrl(config, { campaign: campaign.id, recipient: number, link }),
      }),
      headers: {
        'List-Unsubscribe': `<${links.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }
  }
}

const countedUrl = ({ siteUrl, secret }: Pick<Config, 'siteUrl' | 'secret'>, link: CountedLink): string =>
  `${siteUrl}/r/${linkToken(secret, link)}`

/** Also of "Smith, John", as files of subscribers have it. */
export const firstNameOf = (name: string): string => /^(?:[^\s,]+,\s*)?([^\s,]*)/.exec(name.trim())?.[1] ?? ''

/** The links of one recipient. Unsubscribing with them counts for the newsletter. */
export function recipientLinks(
  { siteUrl }: Pick<Config, 'siteUrl'>,
  { campaign, token }: { campaign: string; token: string },
) {
  const from = `?newsletter=${campaign}`
  return {
    unsubscribe: `${siteUrl}/newsletter/unsubscribe/${token}${from}`,
    preferences: `${siteUrl}/newsletter/preferences/${token}${from}`,
  }
}
