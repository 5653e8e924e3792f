import { EDITABLE_PAGES, type EditablePage, PAGE_FORMS } from './fields'

/** Pages with these words in their names. */
export function findPages(words: string): { page: EditablePage; title: string }[] {
  const sought = words.toLowerCase().split(' ')
  return EDITABLE_PAGES.map((page) => ({ page, title: PAGE_FORMS[page].title })).filter(({ title }) =>
    sought.every((word) => title.toLowerCase().includes(word)),
  )
}
