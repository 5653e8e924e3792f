import { createContext, type ReactNode, useContext } from 'react'
import { Form, Link } from 'react-router'
import { Emphasis } from '~/ui/emphasis'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import type { FormNotice } from '../notices'

interface AccountSectionProps {
  /** Its anchor. */
  id: string
  title: string
  children: ReactNode
}

/** The message after a form, and the section that shows it. */
export const SectionNews = createContext<{ section: string; notice: FormNotice | undefined } | null>(null)

export function AccountSection({ id, title, children }: AccountSectionProps) {
  const news = useContext(SectionNews)
  return (
    <section className="acct" id={id} aria-labelledby={`${id}-title`}>
      <h2 className="t1" id={`${id}-title`}>
        {title}
      </h2>
      <div className="acct__body">
        {news?.section === id ? <FormNote notice={news.notice} /> : null}
        {children}
      </div>
    </section>
  )
}

/** In the page's order, most used first. */
export const ACCOUNT_SECTIONS = [
  { id: 'downloads', title: 'Galleries' },
  { id: 'bookings', title: 'Bookings' },
  { id: 'payments', title: 'Payments' },
  { id: 'contracts', title: 'Contracts' },
  { id: 'details', title: 'Profile' },
  { id: 'emails', title: 'Email preferences' },
  { id: 'security', title: 'Security' },
  { id: 'data', title: 'Privacy' },
] as const

interface ProfileHeadProps {
  name: string
  email: string
  /** Sections that aren't shown. */
  without: readonly string[]
}

export function ProfileHead({ name, email, without }: ProfileHeadProps) {
  const firstName = name.replaceAll('*', '').trim().split(/\s+/)[0] || 'you'
  return (
    <>
      <div className="me">
        <h1 className="d2">
          <Emphasis text={`Hello, *${firstName}.*`} />
        </h1>
        <div className="me__who ink2 small">
          <span className="me__mail">{email}</span>
          <Form method="post" action={paths.signOut()} reloadDocument>
            <button type="submit" className="btn btn--line btn--sm">
              Sign out
            </button>
          </Form>
        </div>
      </div>
      <nav className="tabs" aria-label="Your account">
        {ACCOUNT_SECTIONS.filter(({ id }) => !without.includes(id)).map(({ id, title }) => (
          <Link key={id} to={{ hash: id }}>
            {title}
          </Link>
        ))}
      </nav>
    </>
  )
}

export function FormNote({ notice }: { notice: FormNotice | undefined }) {
  if (!notice) return null
  return (
    <div className={notice.isDone ? 'note note--fix' : 'note'} role="status">
      {notice.isDone ? <Icon name="check" /> : null}
      <p>{notice.sentence}</p>
    </div>
  )
}
