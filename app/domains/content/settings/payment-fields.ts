/** When clients pay. */
export const PAYMENT_SETTINGS = {
  title: 'Payment schedule',
  about:
    'When clients pay. Deposits are due when a booking is confirmed. Changes apply to new bookings only, and you can change each booking’s due dates on its page.',
  fields: [
    {
      name: 'daysBefore',
      label: 'Last payment due (days before the session)',
      kind: 'number' as const,
      hint: 'For example, 14. Enter 0 for the day of the session.',
    },
    {
      name: 'installments',
      label: 'Payments after the deposit',
      kind: 'number' as const,
      hint: 'From 1 to 12. With more than one, each is an equal part, spread between the booking and the last due date.',
    },
    {
      name: 'instructions',
      label: 'How to pay',
      kind: 'text' as const,
      optional: true,
      hint: 'Shown to clients who owe something, on their booking’s page. For example, how to send a transfer or a check. Leave blank to ask them to reply to your email.',
    },
  ],
}
