/** When clients pay. */
export const PAYMENT_SETTINGS = {
  title: 'Payment schedule',
  about:
    'When clients pay. Deposits are due when a booking is confirmed. New due dates apply to new bookings only, and you can change each booking’s due dates on its page. New reminder days apply to all.',
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
    {
      name: 'tips',
      label: 'Clients can add a tip when they pay online',
      kind: 'switch' as const,
    },
    {
      name: 'remindBefore',
      label: 'Reminder before a due date (days)',
      kind: 'number' as const,
      optional: true,
      hint: 'We email clients about the part that’s still open. Leave blank for no reminder. You see all of them beforehand under Payments › Reminders.',
    },
    {
      name: 'remindAfter',
      label: 'First reminder after a due date (days)',
      kind: 'number' as const,
      optional: true,
      hint: 'If it isn’t paid. Leave blank for no reminder.',
    },
    {
      name: 'remindAgain',
      label: 'Second reminder after a due date (days)',
      kind: 'number' as const,
      optional: true,
      hint: 'If it still isn’t paid. Leave blank for no reminder.',
    },
  ],
}
