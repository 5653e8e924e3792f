import { Form, Link } from 'react-router'
import { Emphasis } from '~/ui/emphasis'
import { paths } from '~/ui/paths'
import { ACCOUNT_SECTIONS } from './account-section'

interface ProfileHeadProps {
  name: string
  email: string
}

export function ProfileHead({ name, email }: ProfileHeadProps) {
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
        {ACCOUNT_SECTIONS.map(({ id, title }) => (
          <Link key={id} to={{ hash: id }}>
            {title}
          </Link>
        ))}
      </nav>
    </>
  )
}
