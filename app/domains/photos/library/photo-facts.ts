import { bytesLabel } from '~/platform/bytes-label'
import type { Row } from '~/platform/db/schema'

/** What is known of a stored photograph, in the order in which people ask; what nobody knows is absent. */
export function photoFacts(
  photo: Row<'photos'>,
  told: { taken: string | null; stored: string },
): { label: string; value: string }[] {
  const facts: [label: string, value: string | null][] = [
    ['Taken', told.taken && `${told.taken}, by the camera’s clock`],
    ['Camera', photo.camera],
    ['Lens', photo.lens],
    ['Exposure', photo.exposure],
    ['Creator', photo.creator],
    ['Copyright', photo.copyright],
    ['File name', photo.original_name],
    ['Size', `${photo.width} × ${photo.height} pixels, ${bytesLabel(photo.bytes)}`],
    ['Format', photo.format.toUpperCase()],
    ['Stored', told.stored],
    ['SHA-256', photo.sha256],
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
