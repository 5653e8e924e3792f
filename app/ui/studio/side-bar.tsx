import { Link } from 'react-router'
import { paths } from '~/ui/paths'
import { PaletteButton } from './palette-button'
import type { Section } from './sections'
import { SignOut } from './sign-out'
import { StudioIcon } from './studio-icon'
import { studioPaths } from './studio-paths'
import { waitingLabel } from './waiting'

interface SideBarProps {
  logo: readonly [string, string]
  person: string
  sections: Section[]
  current: Section | undefined
}

export function SideBar({ logo, person, sections, current }: SideBarProps) {
  return (
    <header className="side">
      <Link className="logo" to={studioPaths.today()}>
        <svg viewBox="0 0 58 34" aria-hidden="true" focusable="false">
          {logo.map((letter, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two letters that may be the same
            <g key={at} transform={`translate(${at * 30})`}>
              <rect className="r" width="28" height="34" rx="1" />
              <text
                className="l"
                x="14"
                y="27"
                textAnchor="middle"
                fontFamily="var(--font-display)"
                fontSize="29"
              >
                {letter}
              </text>
            </g>
          ))}
        </svg>
        <span>
          Studio<span className="vh">, today</span>
        </span>
      </Link>
      <PaletteButton className="side__s" />
      <nav aria-label="Studio">
        <ul>
          {sections.map((section) => (
            <li key={section.label}>
              <Link to={section.to} aria-current={section === current ? 'page' : undefined}>
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
