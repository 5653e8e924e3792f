import { useRef } from 'react'
import { useSubmit } from 'react-router'
import { useToast } from './toasts'

/**
 * J and K move the focus through the rows of a page, O opens the focused row, A marks it as answered. A row is
 * an element with `data-row` and a link. With `data-answer`, the address of its form, it can be answered. The
 * DOM focus moves, so that Enter works and screen readers announce the row.
 * @returns a handler for a letter, which returns whether it did something
 */
export function useRowKeys(): (letter: string) => boolean {
  const submit = useSubmit()
  const show = useToast()
  /** The row focused last: after returning to a list, J continues from there. */
  const last = useRef<string | null>(null)

  const focus = (row: Element | undefined) => {
    const link = linkOf(row)
    if (!link) return
    last.current = link.getAttribute('href')
    link.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  const move = (step: 1 | -1): boolean => {
    const rows = [...document.querySelectorAll('main [data-row]')].filter(linkOf)
    if (rows.length === 0) return false
    const here = currentRow()
    const seen = rows.findIndex((row) => linkOf(row)?.getAttribute('href') === last.current)
    const at = here ? rows.indexOf(here) : seen
    focus(rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)])
    return true
  }
  const answer = (): boolean => {
    const row = currentRow()
    const action = row?.getAttribute('data-answer')
    if (!row || !action) return false
    const rows = [...document.querySelectorAll('main [data-row]')]
    const at = rows.indexOf(row)
    focus(rows[at + 1] ?? rows[at - 1])
    // Separate fetchers, since a new submission would abort the running one.
    submit(
      { intent: 'answered', inPlace: 'yes' },
      { method: 'post', action, navigate: false, fetcherKey: action },
    ).then(() => show({ text: 'Marked as answered.', undo: { action, fields: { intent: 'waiting' } } }))
    return true
  }
  return (letter) => {
    switch (letter) {
      case 'j':
        return move(1)
      case 'k':
        return move(-1)
      case 'o': {
        const link = linkOf(currentRow())
        link?.click()
        return link !== undefined
      }
      case 'a':
        return answer()
      default:
        return false
    }
  }
}

const currentRow = (): Element | undefined => document.activeElement?.closest('[data-row]') ?? undefined

const linkOf = (row: Element | undefined): HTMLAnchorElement | undefined =>
  row?.querySelector<HTMLAnchorElement>('a[href]') ?? undefined
