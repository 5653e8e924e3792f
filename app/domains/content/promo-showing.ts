/** R27, R41: from the moment the view initialises, in milliseconds. */
export const PROMO_DELAY = 2_000
/** R27, R41: the promotion is shown again when more than this has passed, in milliseconds. */
export const PROMO_INTERVAL = 86_400_000
/** Where a browser keeps the instant of the last showing, as milliseconds since 1970. */
export const PROMO_KEY = 'promoModalLastShown'

/**
 * Whether the promotion is due. What is no instant counts as never shown; one that lies ahead (the clock was
 * set back) counts as shown, for no interval has passed since.
 * @param kept what the browser has kept, null for nothing
 */
export function isPromoDue(kept: string | null, now: number): boolean {
  const lastShown = kept !== null && /^\d{1,16}$/.test(kept) ? Number(kept) : undefined
  return lastShown === undefined || now - lastShown > PROMO_INTERVAL
}
