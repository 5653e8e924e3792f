import { z } from 'zod'

export const WATERMARK_KINDS = ['logo', 'text'] as const
export const WATERMARK_POSITIONS = [
  'lower-right',
  'lower-left',
  'upper-right',
  'upper-left',
  'center',
] as const
export const WATERMARK_TEXT_MAX = 60
/** Opacity in percent. */
export const OPACITY_MIN = 10
export const OPACITY_MAX = 100
/** Width in percent of the photo’s width. */
export const WIDTH_MIN = 5
export const WIDTH_MAX = 60

const watermarkSchema = z.object({
  kind: z.enum(WATERMARK_KINDS),
  /** The text of a text watermark. */
  text: z.string().max(WATERMARK_TEXT_MAX),
  position: z.enum(WATERMARK_POSITIONS),
  opacity: z.number().min(OPACITY_MIN).max(OPACITY_MAX),
  width: z.number().min(WIDTH_MIN).max(WIDTH_MAX),
})

/** A gallery’s watermark, stored as JSON in `galleries.watermark`. */
export type Watermark = z.infer<typeof watermarkSchema>

/** The logo, small and in a corner. */
export const DEFAULT_WATERMARK: Watermark = {
  kind: 'logo',
  text: '',
  position: 'lower-right',
  opacity: 60,
  width: 9,
}

/** @param json null: the default, since proofs always carry a watermark */
export function readWatermark(json: string | null): Watermark {
  if (json === null) return DEFAULT_WATERMARK
  const read = watermarkSchema.safeParse(JSON.parse(json))
  return read.success ? read.data : DEFAULT_WATERMARK
}

/** Maximum width of proofs in pixels: enough for screens, too little for prints. */
export const PROOF_WIDTHS_UP_TO = 1800

export const PREPARE_PROOFS = 'prepare-proofs'
export const MAKE_PROOFS = 'make-proofs'

export const prepareProofsSchema = z.object({ galleryId: z.string() })
export const makeProofsSchema = z.object({ galleryId: z.string(), photoId: z.string() })

/** Job priority: like first renditions, since clients may be waiting, but after all emails. */
const PRIORITY = -1

/** @param gallery `version`: a change needs a new job */
export const prepareJob = (gallery: { id: string; version: number }) => ({
  kind: PREPARE_PROOFS,
  payload: { galleryId: gallery.id } satisfies z.infer<typeof prepareProofsSchema>,
  priority: PRIORITY,
  uniqueKey: `${PREPARE_PROOFS} ${gallery.id} ${gallery.version}`,
})

export const makeJob = (gallery: { id: string; version: number }, photoId: string) => ({
  kind: MAKE_PROOFS,
  payload: { galleryId: gallery.id, photoId } satisfies z.infer<typeof makeProofsSchema>,
  priority: PRIORITY - 1,
  uniqueKey: `${MAKE_PROOFS} ${gallery.id} ${photoId} ${gallery.version}`,
})
