import { z } from 'zod'

export const CHECK_PHOTO = 'check-photo'

export const checkPhotoSchema = z.object({ photoId: z.string() })
