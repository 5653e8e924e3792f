/**
 * Names the way in which renditions are made. Raise it with every change that alters their bytes:
 * it is part of each media address, which browsers keep for a year.
 * The choice of encoders and qualities is in docs/decisions/photo-renditions.md.
 */
export const RENDITION_RECIPE = '1'

export const RENDITION_FORMATS = ['avif', 'jpg'] as const
export type RenditionFormat = (typeof RENDITION_FORMATS)[number]

export const AVIF_OPTIONS = { quality: 55, effort: 2, chromaSubsampling: '4:4:4' } as const
/** Quantization table 3 of mozjpeg without its trellis: most of the saving at a quarter of the time. */
export const JPEG_OPTIONS = {
  quality: 78,
  progressive: true,
  optimiseCoding: true,
  quantisationTable: 3,
} as const
