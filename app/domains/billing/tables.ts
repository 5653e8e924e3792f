import type { Generated } from 'kysely'
import type { ChargeKind, PaymentKind } from './model'

/** What clients owe and have paid. See platform/db/schema.ts for how instants, flags, money and JSON are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    charges: ChargeTable
    payments: PaymentTable
    refunds: RefundTable
    /** Which payment pays which charge. Written by triggers alone. */
    allocations: { booking_id: string; charge_id: string; payment_id: string; amount_cents: number }
    /** The bookings with something open, and the day on which it's due (YYYY-MM-DD). Written by triggers alone. */
    due_ledgers: { booking_id: string; due_on: string }
    installments: InstallmentTable
    /** The due dates for which a late fee was charged, each once, also if it was waived. */
    late_fees: { booking_id: string; due_on: string; charge_id: string }
    late_fee_terms: LateFeeTermsTable
    /** Copies of payments, refunds and fees for the former version, kept by triggers. */
    booking_payments: BookingPaymentTable
    booking_fees: BookingFeeTable
  }
}

/** When the parts of a booking's price are due. None: all of it on the day of the session. */
interface InstallmentTable {
  booking_id: string
  /** From 0, in order of their dates. */
  position: number
  /** YYYY-MM-DD in the booking's zone. */
  due_on: string
  /** Days before the session, with which it moves; null: a fixed date. */
  days_before: number | null
  /** null: whatever the earlier ones leave. */
  amount_cents: number | null
}

/** What a signed contract says about late payments. */
interface LateFeeTermsTable {
  contract_id: string
  booking_id: string
  /** The contract's title. */
  contract: string
  /** null: a percentage. */
  amount_cents: number | null
  percent: number | null
  grace_days: number
  agreed_at: number
}

interface ChargeTable {
  id: string
  booking_id: string
  kind: ChargeKind
  /** What the studio added it for; '' for other kinds. */
  title: string
  /** ISO 4217 */
  currency: string
  /** null: not known yet, since the price is for each photo or hour. */
  amount_cents: number | null
  /** Taken off `amount_cents` by credit notes and refunds. */
  credited_cents: Generated<number>
  charged_at: number
  /** null: it's owed. */
  voided_at: number | null
  voided_by: string
  void_reason: string
  /** '' without tax. */
  tax_name: Generated<string>
  /** Thousandths of a percent. */
  tax_rate: Generated<number>
  /** Part of `amount_cents`. */
  tax_cents: Generated<number>
  /** 1: part of the price, so it's void when the booking is canceled. */
  ends_with_booking: Generated<number>
}

interface Recorded {
  id: string
  booking_id: string
  /** ISO 4217 */
  currency: string
  amount_cents: number
  method: string
  note: string
  recorded_at: number
  recorded_by: string
  voided_at: number | null
}

interface PaymentTable extends Recorded {
  purpose: Exclude<PaymentKind, 'refund'>
  /** YYYY-MM-DD */
  received_on: string
}

interface RefundTable extends Recorded {
  /** YYYY-MM-DD */
  refunded_on: string
  /** The part that was taken off charges, so that it isn't owed again. */
  credited_cents: Generated<number>
  /** json: what was taken off which charge, as `Credit[]`. */
  credits: Generated<string>
}

interface BookingPaymentTable {
  id: string
  booking_id: string
  kind: 'deposit' | 'balance' | 'fee' | 'refund'
  amount_cents: number
  /** YYYY-MM-DD */
  received_on: string
  method: string
  recorded_at: number
  recorded_by: string
  voided_at: number | null
}

interface BookingFeeTable {
  id: string
  booking_id: string
  cause: 'reschedule' | 'cancellation' | 'other'
  /** What the studio added it for; '' for fees of the terms. */
  title: string
  amount_cents: number
  charged_at: number
  /** null: it's owed. */
  waived_at: number | null
  waived_by: string
  waive_reason: string
}
