/** A payment that a client is about to make on the provider's page. */
export interface CheckoutRequest {
  /** Our id of the payment. The same id always leads to the same checkout. */
  id: string
  /** ISO 4217 */
  currency: string
  /** Minor units, with the tip. */
  amountCents: number
  tipCents: number
  booking: string
  purpose: 'deposit' | 'balance'
  /** What the client pays for: "Deposit for Portrait, DE-7K3Q9" */
  title: string
  /** Filled in for the client; null: unknown. */
  email: string | null
  /** Milliseconds since 1970: when our row was written, from which it expires. */
  createdAt: number
  /** Full URLs to which the client returns. */
  paidUrl: string
  backUrl: string
  /** Whether the client lets us charge the card later. */
  savesCard: boolean
}

/** A charge of a saved card without the client. Its id is charged once. */
export interface CardCharge extends Pick<CheckoutRequest, 'id' | 'currency' | 'amountCents' | 'title'> {
  customerId: string
  methodId: string
  /** What it's for, which is paid at most once, also under another id after a backup was restored. */
  part: string
}

export interface CardFacts {
  customerId: string
  methodId: string
  /** "visa" */
  brand: string
  last4: string
}

/** What the provider says about a checkout now. Amounts in minor units of `currency`. */
export interface CheckoutFacts {
  /** null: a saved card was charged. */
  id: string | null
  url: string
  /** Our id of the payment, as the provider kept it. */
  paymentId: string
  /** What we asked for, as the provider kept it, for a payment that a restored backup doesn't know. */
  asked: (Pick<CheckoutRequest, 'booking' | 'purpose' | 'tipCents'> & { createdAt: number }) | null
  state: 'open' | 'expired' | 'processing' | 'failed' | 'paid'
  amountCents: number
  /** ISO 4217 in capitals. */
  currency: string
  intentId: string | null
  /** The card that was saved with it; null: none. */
  card: CardFacts | null
  refunds: readonly {
    /** Ours if the Studio asked for it, else the provider's. */
    id: string
    amountCents: number
    state: 'requested' | 'succeeded' | 'failed'
    /** Milliseconds since 1970, in whole seconds. */
    createdAt: number
    /** The charge that it's taken off first; '': it's owed again. */
    takesOff: string
  }[]
  disputes: readonly { id: string; amountCents: number; state: 'open' | 'won' | 'lost' }[]
}

/** The provider's notice that something happened. It says where to look; only `read` says what is true. */
export interface ProviderEvent {
  id: string
  /** Our id of the payment; null: not in this event. */
  paymentId: string | null
  checkoutId: string | null
  intentId: string | null
}

export type Refused = { ok: false; reason: 'refused'; sentence: string }
/**
 * Nothing more can be opened with this id. `changed`: it was used before with another title, email or address.
 * `failed`: the provider has failed, and repeats that answer. What was opened then isn't known to anyone.
 */
export type Unusable = { ok: false; reason: 'changed' | 'failed' }

/** A service that takes payments. Calls throw when it can't be reached or is busy, and can be repeated. */
export interface PaymentProvider {
  openCheckout(request: CheckoutRequest): Promise<{ ok: true; id: string; url: string } | Refused | Unusable>
  /** Ends a checkout, unless it was paid or has ended. */
  expireCheckout(id: string): Promise<void>
  /** null: the provider's account has no such checkout, such as one that was opened with another account's key. */
  readCheckout(id: string): Promise<CheckoutFacts | null>
  /** What became of a saved card's charge. null: the account has no such charge. */
  readCharge(intentId: string): Promise<CheckoutFacts | null>
  /** The intent with which a part was charged or is being charged, and our id of that payment; null: none. */
  findCharge(
    charge: Pick<CardCharge, 'customerId' | 'part'>,
  ): Promise<{ intentId: string; paymentId: string } | null>
  chargeCard(
    charge: CardCharge,
  ): Promise<{ ok: true; intentId: string } | (Refused & { intentId: string | null })>
  /** Forgets a card. One that is gone is forgotten. */
  detachCard(methodId: string): Promise<void>
  /** Our id of the payment with this intent; null: it isn't ours. */
  findByIntent(intentId: string): Promise<string | null>
  /** @param refund its id is refunded once */
  refund(refund: {
    id: string
    intentId: string
    amountCents: number
    takesOff: string
  }): Promise<{ ok: true } | Refused>
  /** The event of a webhook; undefined: forged, too old, or not about payments. */
  readEvent(body: string, signature: string, now: number): Promise<ProviderEvent | 'forged' | undefined>
  /** @param since milliseconds since 1970 */
  listEvents(since: number): AsyncGenerator<ProviderEvent>
}

/** Currencies whose minor units at Stripe differ from ISO 4217, or that have three decimals. */
const UNSUPPORTED = ['BHD', 'IQD', 'ISK', 'JOD', 'KWD', 'LYD', 'MGA', 'MRU', 'OMR', 'TND', 'UGX']

export const canPayOnline = (currency: string): boolean => !UNSUPPORTED.includes(currency)
