import { createContext, useContext } from 'react'
import { useHydrated } from '~/ui/hydrated'
import { StudioIcon } from './studio-icon'

/** Opens the palette. */
export const PaletteContext = createContext<() => void>(() => {})

/** Needs script, as the palette does; the sections are links anyway. */
export function PaletteButton({ className, small = false }: { className: string; small?: boolean }) {
  const openPalette = useContext(PaletteContext)
  if (!useHydrated()) return <span className={className} aria-hidden="true" />
  return (
    <button
      type="button"
      className={className}
      aria-label={small ? 'Search or jump' : undefined}
      onClick={openPalette}
    >
      <StudioIcon name="search" small />
      {small ? null : (
        <>
          Search or jump<kbd>⌘K</kbd>
        </>
      )}
    </button>
  )
}
