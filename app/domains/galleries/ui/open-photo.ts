import { type Location, useLocation } from 'react-router'

const PHOTO = /\/photo\/([^/]+)$/

/**
 * The photo that is open over its grid. A direct visit has it in the route; from the grid, its address masks that
 * of the grid.
 * @param param of the photo's own route
 */
export const openPhotoIn = (
  { mask }: Pick<Location, 'mask'>,
  param: string | undefined,
): string | undefined => param ?? PHOTO.exec(mask?.pathname ?? '')?.[1]

export const useOpenPhoto = (param: string | undefined): string | undefined =>
  openPhotoIn(useLocation(), param)
