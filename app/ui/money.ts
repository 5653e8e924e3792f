/** Formats cents as dollars, without cents for whole dollars: "$285", "$1,250", "$544.28". */
export function dollars(cents: number): string {
  const sign = cents < 0 ? '−' : ''
  const [whole, rest] = [Math.floor(Math.abs(cents) / 100), Math.abs(cents) % 100]
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${sign}$${grouped}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** With cents, for columns of amounts: "$345.00". */
export const dollarsAndCents = (cents: number): string => dollars(cents) + (cents % 100 === 0 ? '.00' : '')

/** For form fields: "1,250", "1,250.50", "−20". */
export const dollarsInput = (cents: number): string =>
  (cents % 100 === 0 ? dollars(cents) : dollarsAndCents(cents)).replace('$', '')
