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

/** As they stand on the page: first what one comes for. */
export const ACCOUNT_SECTIONS = [
  { id: 'downloads', title: 'Galleries' },
  { id: 'bookings', title: 'Bookings' },
  { id: 'details', title: 'Profile' },
  { id: 'letters', title: 'Email preferences' },
  { id: 'security', title: 'Security' },
  { id: 'data', title: 'Privacy' },
] as const
