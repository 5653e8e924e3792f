import { type ComponentType, useEffect, useRef, useState } from 'react'
import { createPath, useLocation } from 'react-router'
import type { Shell } from '../model'
import { isPromoDue, isPromoUnwanted, PROMO_DELAY, PROMO_KEY } from '../promo'

interface PromoProps {
  promo: NonNullable<Shell['promo']>
}

/** Interval in milliseconds for checking whether the visitor is busy. */
const PATIENCE = 1_000

/** R27: Shows the promotion when it is due. Its code loads only then. */
export function PromoTimer({ promo }: PromoProps) {
  const [Dialog, setDialog] = useState<ComponentType<PromoProps>>()
  const location = useLocation()
  const page = useRef(location)
  page.current = location

  useEffect(() => {
    if (!isPromoDue(readLastShown(), Date.now())) return
    let timer = setTimeout(show, PROMO_DELAY)
    let isGone = false
    // What is chosen before hydration has no event.
    let begunOn = isChosen() ? page.current.pathname : undefined
    const begin = ({ target }: Event) => {
      if (target instanceof Element && target.closest('main')) begunOn = page.current.pathname
    }
    const begins = ['change', 'submit'] as const
    for (const each of begins) document.addEventListener(each, begin)
    async function show() {
      if (isPromoUnwanted(createPath(page.current)) || page.current.pathname === begunOn || isBusy()) {
        timer = setTimeout(show, PATIENCE)
        return
      }
      const loaded = await import('./promo').catch(() => undefined)
      if (isGone || !loaded) return
      // Another tab may have shown it by now.
      if (!isPromoDue(readLastShown(), Date.now())) return
      keepLastShown(Date.now())
      setDialog(() => loaded.Promo)
    }
    return () => {
      isGone = true
      clearTimeout(timer)
      for (const each of begins) document.removeEventListener(each, begin)
    }
  }, [])

  return Dialog ? <Dialog promo={promo} /> : null
}

/** A field has the focus or contains text, another dialog is open, or the page shows a booking just made. */
const isBusy = () =>
  document.activeElement?.matches('input, textarea, select, [contenteditable]') === true ||
  document.querySelector('dialog[open], details.menu[open], .sum--made') !== null ||
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(WRITTEN)].some(
    ({ value }) => value !== '',
  )

const isChosen = () =>
  [...document.querySelectorAll<HTMLInputElement>(CHOSEN)].some(
    ({ checked, defaultChecked }) => checked !== defaultChecked,
  )

const CHOSEN = 'main input:is([type=radio], [type=checkbox])'
const WRITTEN = 'textarea, input:not([type=hidden], [type=radio], [type=checkbox])'

function readLastShown(): string | null {
  try {
    return localStorage.getItem(PROMO_KEY)
  } catch {
    // Without storage, it was never shown.
    return null
  }
}

function keepLastShown(at: number): void {
  try {
    localStorage.setItem(PROMO_KEY, String(at))
  } catch {
    // Without storage, the next visit shows it again.
  }
}
