import { PHOTO_FIELDS, type PhotoField, type PhotoValues } from './photo-form'

/** Which fields are different now, in the form's order, each with what it was. */
export const changesBetween = (
  before: PhotoValues,
  after: PhotoValues,
  labels: Record<PhotoField, string>,
): { field: string; from: string; to: string }[] =>
  PHOTO_FIELDS.flatMap((name) =>
    before[name] === after[name] ? [] : [{ field: labels[name], from: before[name], to: after[name] }],
  )
