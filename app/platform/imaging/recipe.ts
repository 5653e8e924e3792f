/**
 * Version of the way renditions are made. Raise it with every change that alters their bytes: it is part of
 * their addresses, which browsers cache for a year.
 * docs/decisions/photo-renditions.md explains the encoders and qualities.
 */
export const RENDITION_RECIPE = '2'

export const RENDITION_FORMATS = ['avif', 'jpg'] as const
export type RenditionFormat = (typeof RENDITION_FORMATS)[number]

export const AVIF_OPTIONS = { quality: 55, effort: 2, chromaSubsampling: '4:4:4' } as const
/** Quantization table 3 of mozjpeg without its trellis: most of the saving at a quarter of the time. */
export const JPEG_OPTIONS = {
  quality: 71,
  progressive: true,
  optimiseCoding: true,
  quantisationTable: 3,
} as const
