import { z } from 'zod'

export const CHECK_PHOTO = 'check-photo'

export const checkPhotoSchema = z.object({ photoId: z.string() })

export const COLLECT_FILES = 'collect-files'

export const collectFilesSchema = z.object({})
