import type { Chosen } from '../model'

interface Sent {
  get(name: string): string
  getAll(name: string): string[]
}

/** Which frames a form names: ticked ones, several in one field, or all that the page is about. */
export function readChosen(gallery: string, form: Sent): Chosen {
  const items = [...form.getAll('item'), ...form.get('items').split('.')].filter((id) => id !== '')
  if (form.get('all') !== 'yes') return { gallery, items }
  const set = form.get('set')
  return { gallery, items, all: { set: set === 'none' ? '' : set === '' ? null : set } }
}
