import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '~/ui/paths'
import { PaletteButton } from './palette-button'
import type { Section } from './sections'
import { waitingLabel } from './sections'
import { StudioIcon } from './studio-icon'
import { studioPaths } from './studio-paths'

interface SideBarProps {
  logo: ReactNode
  person: string
  sections: Section[]
  current: Section | undefined
  inProgress: { label: string; to: string }[]
}

export function SideBar({ logo, person, sections, current, inProgress }: SideBarProps) {
  return (
    <header className="side">
      <Link className="logo" to={studioPaths.today()}>
        {logo}
        <span>
          Studio<span className="vh">, today</span>
        </span>
      </Link>
      <PaletteButton className="side__s" />
      <nav aria-label="Studio">
        <ul>
          {sections.map((section) => (
            <li key={section.label}>
              <Link to={section.to} prefetch="intent" aria-current={section === current ? 'page' : undefined}>
                <StudioIcon name={section.icon} />
                <span>{section.label}</span>
                {section.waiting > 0 ? (
                  <span className="n hot">
                    {waitingLabel(section.waiting)}
                    <span className="vh"> waiting</span>
                  </span>
                ) : null}
              </Link>
            </li>
          ))}
        </ul>
        {inProgress.length > 0 ? (
          <>
            <h2>Galleries in progress</h2>
            <ul>
              {inProgress.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to} prefetch="intent">
                    <StudioIcon name="picture" />
                    <span className="side__g">{label}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </nav>
      <div className="side__f">
        <span>{person}</span>
        <a className="txt" href={paths.home()}>
          View the public site
        </a>
        <SignOut />
      </div>
    </header>
  )
}

/** A native form post, since the next page is for a signed-out visitor. */
export function SignOut() {
  return (
    <form method="post" action={studioPaths.signOut()}>
      <button type="submit" className="st-out">
        Sign out
      </button>
    </form>
  )
}
