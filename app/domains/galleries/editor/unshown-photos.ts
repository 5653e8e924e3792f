import type { ChoosablePhoto } from '~/domains/photos/model'

/** A public photo that was uploaded for the website, and that the public Gallery doesn't show. */
export interface UnshownPhoto {
  item: string
  photo: ChoosablePhoto
  alt: string
}

export interface UnshownPhotos {
  galleryId: string
  /** Whether visitors see nothing of the website's gallery yet, so that it needs a title. */
  isDraft: boolean
  photos: UnshownPhoto[]
  /** Number of further photos. */
  more: number
}

export interface ShownChoice {
  item: string
  isShown: boolean
  alt: string
}

/** Fields of a photo: whether the Gallery shows it, and its alt text. */
export const unshownField = (item: string, field: 'shown' | 'alt'): string => `${field}.${item}`

export const unshownFields = (items: readonly string[]): string[] => [
  'title',
  ...items.flatMap((item) => [unshownField(item, 'shown'), unshownField(item, 'alt')]),
]

/** What the form says about the photos that it lists. */
export function readShownChoices(form: {
  get(name: string): string
  entries(): [name: string, value: string][]
}) {
  const items = new Set(form.entries().flatMap(([name]) => /^(?:shown|alt)\.(.+)$/.exec(name)?.[1] ?? []))
  return {
    title: form.get('title'),
    choices: [...items].map((item) => ({
      item,
      isShown: form.get(unshownField(item, 'shown')) === 'yes',
      alt: form.get(unshownField(item, 'alt')),
    })),
  }
}
