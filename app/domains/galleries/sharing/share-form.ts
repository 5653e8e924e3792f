import { z } from 'zod'
import { checkbox, date, optional } from '~/platform/fields'
import { type PostedFields, parseForm } from '~/platform/forms'
import { DOWNLOAD_SIZES, type DownloadSize } from '../access/model'
import { addressLines } from './address-lines'
import type { ShareRights } from './model'

export type ShareField = 'people' | 'until'
export type ShareErrors = Partial<Record<ShareField, string>>

/** The checked boxes of a form that was refused. */
export interface ShareTicks {
  canFavorite: boolean
  sizes: DownloadSize[]
  send: boolean
}

const rightsFields = () => ({
  favorites: checkbox(),
  sizes: z.array(z.string()).transform(knownSizes),
  until: optional(
    date({
      from: '2000-01-01',
      until: '2100-12-31',
      error: 'Enter a date, or leave it blank to use the gallery’s.',
    }),
  ),
})

type RightsFields = z.output<z.ZodObject<ReturnType<typeof rightsFields>>>

const rightsOf = ({ favorites, sizes, until }: RightsFields): ShareRights => ({
  canFavorite: favorites,
  sizes,
  until,
})

export const readRights = (form: PostedFields) =>
  parseForm(z.object(rightsFields()).transform(rightsOf), form)

export const readShare = (form: PostedFields) =>
  parseForm(
    z
      .object({ people: addressLines(), ...rightsFields() })
      .transform(({ people, ...rights }) => ({ people, rights: rightsOf(rights) })),
    form,
  )

export const sizesOf = (form: { getAll(name: string): string[] }): DownloadSize[] =>
  knownSizes(form.getAll('sizes'))

const knownSizes = (names: string[]): DownloadSize[] => DOWNLOAD_SIZES.filter((size) => names.includes(size))
