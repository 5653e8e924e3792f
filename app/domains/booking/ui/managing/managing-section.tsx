import type { ReactNode } from 'react'

interface ManagingSectionProps {
  id: string
  title: string
  children: ReactNode
}

/** A part of the page of a booking, set like those of an account. */
export function ManagingSection({ id, title, children }: ManagingSectionProps) {
  return (
    <section className="acct" id={id} aria-labelledby={`${id}-title`}>
      <h2 className="t1" id={`${id}-title`}>
        {title}
      </h2>
      <div className="acct__body">{children}</div>
    </section>
  )
}
