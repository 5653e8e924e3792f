import type { ReactNode } from 'react'

interface AccountSectionProps {
  /** Where links to it lead. */
  id: string
  title: string
  children: ReactNode
}

export function AccountSection({ id, title, children }: AccountSectionProps) {
  return (
    <section className="acct" id={id} aria-labelledby={`${id}-title`}>
      <h2 className="t1" id={`${id}-title`}>
        {title}
      </h2>
      <div className="acct__body">{children}</div>
    </section>
  )
}

export const ACCOUNT_SECTIONS = [
  { id: 'details', title: 'You' },
  { id: 'letters', title: 'Letters' },
  { id: 'bookings', title: 'My bookings' },
  { id: 'downloads', title: 'Downloads' },
  { id: 'security', title: 'Security' },
  { id: 'data', title: 'Your data' },
] as const
