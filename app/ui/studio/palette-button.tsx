import { createContext, useContext } from 'react'
import { Link } from 'react-router'
import { useHydrated } from '~/ui/hydrated'
import { StudioIcon } from './studio-icon'
import { studioPaths } from './studio-paths'

/** Opens the palette. */
export const PaletteContext = createContext<() => void>(() => {})

/** Opens the palette; without script, a link to the search page. */
export function PaletteButton({ className, small = false }: { className: string; small?: boolean }) {
  const openPalette = useContext(PaletteContext)
  const isAlive = useHydrated()
  if (isAlive)
    return (
      <button
        type="button"
        className={className}
        aria-label={small ? 'Search' : undefined}
        onClick={openPalette}
      >
        <StudioIcon name="search" small />
        {small ? null : (
          <>
            Search<kbd>⌘K</kbd>
          </>
        )}
      </button>
    )
  if (small)
    return (
      <Link className={className} to={studioPaths.search()} aria-label="Search">
        <StudioIcon name="search" small />
      </Link>
    )
  return (
    <form action={studioPaths.search()} className={className}>
      <StudioIcon name="search" small />
      <input
        type="search"
        name="words"
        aria-label="Search the Studio"
        placeholder="Search"
        maxLength={100}
        autoComplete="off"
      />
    </form>
  )
}
