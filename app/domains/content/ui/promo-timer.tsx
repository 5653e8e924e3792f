import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '~/ui/paths'
import type { Shell } from '../model'
import { isPromoDue, PROMO_DELAY, PROMO_KEY } from '../promo-showing'

interface PromoProps {
  promo: NonNullable<Shell['promo']>
}

/** How often it looks whether the visitor is done with what they are doing, in milliseconds. */
const PATIENCE = 1_000

/** R27: shows the promotion when it is due, and loads it only then. */
export function PromoTimer({ promo }: PromoProps) {
  const [Dialog, setDialog] = useState<ComponentType<PromoProps>>()
  const { pathname } = useLocation()
  const isOnItsWay = useRef(false)
  isOnItsWay.current = pathname.startsWith(paths.bookSession()) || pathname === promo.link.split(/[?#]/)[0]

  useEffect(() => {
    if (!isPromoDue(readLastShown(), Date.now())) return
    let timer = setTimeout(show, PROMO_DELAY)
    let isGone = false
    async function show() {
      if (isBusy() || isOnItsWay.current) {
        timer = setTimeout(show, PATIENCE)
        return
      }
      const loaded = await import('./promo').catch(() => undefined)
      if (isGone || !loaded) return
      // Another tab may have shown it meanwhile.
      if (!isPromoDue(readLastShown(), Date.now())) return
      keepLastShown(Date.now())
      setDialog(() => loaded.Promo)
    }
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [])

  return Dialog ? <Dialog promo={promo} /> : null
}

/** A field has the focus, or another dialog is open. */
const isBusy = () =>
  document.activeElement?.matches('input, textarea, select, [contenteditable]') === true ||
  document.querySelector('dialog[open], details.menu[open]') !== null

function readLastShown(): string | null {
  try {
    return localStorage.getItem(PROMO_KEY)
  } catch {
    // A browser that keeps nothing has shown nothing.
    return null
  }
}

function keepLastShown(at: number): void {
  try {
    localStorage.setItem(PROMO_KEY, String(at))
  } catch {
    // The next visit shows it again.
  }
}
