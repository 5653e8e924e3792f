import { isBusinessDate } from '~/platform/text'
import { DOWNLOAD_SIZES, type DownloadSize } from '../access/model'
import { type Addressee, readAddresses } from './address-lines'
import type { ShareRights } from './model'

export type ShareField = 'people' | 'until'
export type ShareErrors = Partial<Record<ShareField, string>>

/** What was ticked in a form that comes back. */
export interface ShareTicks {
  canFavorite: boolean
  sizes: DownloadSize[]
  send: boolean
}

interface Fields {
  get(name: string): string
  getAll(name: string): string[]
}

export function readRights(
  form: Fields,
): { ok: true; rights: ShareRights } | { ok: false; errors: ShareErrors } {
  const until = form.get('until').trim()
  if (until !== '' && !isBusinessDate(until))
    return { ok: false, errors: { until: 'Enter a date, or leave it blank to use the gallery’s.' } }
  return {
    ok: true,
    rights: { canFavorite: form.get('favorites') === 'yes', sizes: sizesOf(form), until: until || null },
  }
}

export function sizesOf(form: Pick<Fields, 'getAll'>): DownloadSize[] {
  const sent = form.getAll('sizes')
  return DOWNLOAD_SIZES.filter((size: DownloadSize) => sent.includes(size))
}

export function readShare(
  form: Fields,
): { ok: true; people: Addressee[]; rights: ShareRights } | { ok: false; errors: ShareErrors } {
  const people = readAddresses(form.get('people'))
  const rights = readRights(form)
  if (people.ok && rights.ok) return { ok: true, people: people.people, rights: rights.rights }
  return {
    ok: false,
    errors: {
      ...(people.ok ? {} : { people: people.sentence }),
      ...(rights.ok ? {} : rights.errors),
    },
  }
}
