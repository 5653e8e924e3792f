/** What a new owner sets up, in the order in which it helps most. */
export const SETUP_STEPS = [
  'business',
  'hours',
  'services',
  'booking',
  'email',
  'gallery',
  'demo',
  'domain',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

export const isSetupStep = (text: string): text is SetupStep => SETUP_STEPS.some((step) => step === text)
