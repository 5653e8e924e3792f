import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'

/** The film edge above a photo: monogram, format and frame number. */
export function FilmEdge({ frame }: { frame: ReactNode }) {
  const site = useRouteLoaderData<{ shell: { studio: { logo: readonly string[] } } }>('routes/site/layout')
  return (
    <p className="edge sum__edge" aria-hidden="true">
      <span>{`${site?.shell.studio.logo.join('') ?? ''} 120`.trim()}</span>
      <span className="pt">{frame}</span>
    </p>
  )
}
