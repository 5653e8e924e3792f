import { type ReactNode, useEffect, useState } from 'react'
import { type DataRouteObject, matchRoutes, useLocation, useNavigate } from 'react-router'
import { paths } from '~/ui/paths'
import { KeyHelp } from './key-help'
import { Palette } from './palette'
import { PaletteContext } from './palette-button'
import { findCurrent, type Section } from './sections'
import { SideBar, SignOut } from './side-bar'
import { TabBar } from './tab-bar'
import { Toasts } from './toasts'
import { useRowKeys } from './use-row-keys'
import { useShortcuts } from './use-shortcuts'

interface FrameProps {
  /** The business's logo, beside the page title. */
  logo: ReactNode
  person: string
  sections: Section[]
  /** Galleries in preparation. */
  inProgress: { label: string; to: string }[]
  children: ReactNode
}

/** The layout of every Studio page. */
export function Frame({ logo, person, sections, inProgress, children }: FrameProps) {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  const { pathname } = useLocation()
  const { section: current } = findCurrent(sections, pathname)
  const close = () => setOpen(null)
  useEffect(loadOnTouch, [])
  return (
    <Toasts>
      <Keys sections={sections} open={setOpen} />
      <PaletteContext value={() => setOpen('palette')}>
        <div className="st">
          <div className="app">
            <SideBar
              logo={logo}
              person={person}
              sections={sections}
              current={current}
              inProgress={inProgress}
            />
            <main className="main" id="main" tabIndex={-1}>
              {children}
              <footer className="st-foot">
                <a className="txt" href={paths.home()}>
                  View the public site
                </a>
                <SignOut />
              </footer>
            </main>
            <TabBar sections={sections} current={current} />
          </div>
          {open === 'palette' ? (
            <Palette sections={sections} onClose={close} onHelp={() => setOpen('help')} />
          ) : null}
          {open === 'help' ? <KeyHelp sections={sections} onClose={close} /> : null}
        </div>
      </PaletteContext>
    </Toasts>
  )
}

/** Global keyboard shortcuts. Rendered inside the toast provider, since some show a message. */
function Keys({ sections, open }: { sections: Section[]; open: (what: 'palette' | 'help') => void }) {
  const navigate = useNavigate()
  useShortcuts({
    openPalette: () => open('palette'),
    openHelp: () => open('help'),
    go: (key) => {
      const section = sections.find((each) => each.shortcut.toLowerCase() === key)
      if (section) navigate(section.to)
    },
    press: useRowKeys(),
  })
  return null
}

declare global {
  interface Window {
    __reactRouterDataRouter: { routes: DataRouteObject[] }
    __reactRouterManifest: { routes: Record<string, { module: string; imports?: string[] } | undefined> }
  }
}

/**
 * Loads the modules of a link's page once a finger touches it. `prefetch="intent"` waits longer than most taps, and
 * asks for the page's data, too, so that the press would wait for two answers.
 */
function loadOnTouch(): () => void {
  const touch = ({ target }: TouchEvent) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-discover]') : null
    if (!link) return
    const { __reactRouterDataRouter: router, __reactRouterManifest: manifest } = window
    for (const { route } of matchRoutes(router.routes, link.pathname) ?? []) {
      const { module, imports = [] } = manifest.routes[route.id] ?? {}
      for (const href of module ? [module, ...imports] : [])
        if (!document.head.querySelector(`link[rel=modulepreload][href="${href}"]`))
          document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
  }
  addEventListener('touchstart', touch, { passive: true })
  return () => removeEventListener('touchstart', touch)
}
