import { OUTSIDE_ADDRESS } from '~/domains/booking/outside/operations.server'
import { GALLERY_PIN } from '~/domains/galleries/access/operations.server'

/** Every column with sealed values: all are sealed anew when the secret is rotated. */
export const SEALED_COLUMNS = [GALLERY_PIN, OUTSIDE_ADDRESS]
