import { renderSVG } from 'uqr'

/** A picture of a text that phones read, as an address for `src`. For the server: browsers get the finished picture. */
export const qrCodeAddress = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`
