import { dollars, dollarsAndCents } from '~/ui/money'

/** "$75.00" */
export const amountLabel = (cents: number): string => dollarsAndCents(cents)

/** "$75", "$45 each photo" */
export const priceLabel = (cents: number, unit = ''): string =>
  unit === '' ? dollars(cents) : `${dollars(cents)} each ${unit}`
