/** An object arrives in part only, each time. */
export class BucketAway extends Error {
  override name = 'BucketAway'
}

/**
 * Whether a request to the bucket failed each time it was sent: no answer, or a refusal. The S3 client adds
 * `$metadata` to such errors.
 */
export const isBucketAway = (error: unknown): boolean =>
  error instanceof BucketAway || (error instanceof Error && '$metadata' in error)

export const NO_PHOTO_STORAGE =
  'The photo storage isn’t responding right now. Please try again in a few minutes.'
