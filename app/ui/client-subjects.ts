/** Subjects of messages about what a client has already, which links to the contact form choose. */
export const CLIENT_SUBJECTS = [
  'My gallery',
  'Please reopen my gallery',
  'The PIN of my gallery',
  'My booking',
  'My proposal',
  'My contract',
  'My account',
] as const
export type ClientSubject = (typeof CLIENT_SUBJECTS)[number]
