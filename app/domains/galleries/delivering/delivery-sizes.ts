import type { PrintSize } from '~/platform/imaging/protocol'
import type { DeliverySize } from '../access/model'

/** How the sizes that are made are made. The original is handed over byte for byte. */
export const MADE_SIZES: Record<Exclude<DeliverySize, 'original'>, PrintSize> = {
  web: { name: 'web', longEdge: 2048, quality: 85 },
  print: { name: 'print', longEdge: 4000, quality: 92 },
}

export const SIZE_LABELS: Record<DeliverySize, string> = {
  web: 'Web',
  print: 'Print',
  original: 'Original',
}

export const SIZE_NOTES: Record<DeliverySize, string> = {
  web: '2048 px, for phones and sharing',
  print: 'High resolution, up to 4000 px, for prints up to 13 × 20 in',
  original: 'The photographer’s files, unchanged',
}
