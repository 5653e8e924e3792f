import type { CSSProperties } from 'react'
import type { PhotoView } from '~/domains/photos/model'
import type { GridPlace } from '../grid-shapes'

type Shape = Pick<PhotoView, 'width' | 'height'>

export const ratioOf = ({ width, height }: Shape) => width / height

/** What the stylesheet of justified rows asks of a frame. */
export const frameStyle = (photo: Shape, { narrow, medium, wide }: GridPlace) =>
  ({
    '--ar': short(ratioOf(photo)),
    '--s1': short(narrow.span),
    '--n1': narrow.inRow,
    '--s2': short(medium.span),
    '--n2': medium.inRow,
    '--s3': short(wide.span),
    '--n3': wide.inRow,
  }) as CSSProperties

/** The content is 92 % of the window and 1484 px at most; below 640 px it is the window less its margins. */
export function frameSizes(photo: Shape, { narrow, medium, wide }: GridPlace): string {
  const share = (span: number) => ratioOf(photo) / span
  return [
    `(min-width:100rem) ${Math.round(share(wide.span) * 1484)}px`,
    `(min-width:64rem) ${Math.round(share(wide.span) * 92)}vw`,
    `(min-width:40rem) ${Math.round(share(medium.span) * 92)}vw`,
    `${Math.round(share(narrow.span) * 90)}vw`,
  ].join(', ')
}

const short = (figure: number) => Math.round(figure * 10_000) / 10_000
