import { Form, Link } from 'react-router'
import { StudioIcon } from './studio-icon'

interface Choice {
  label: string
  to: string
  isCurrent: boolean
}

interface SearchBox {
  action: string
  value: string
  /** Other query parameters to keep, with one value or several. */
  keep: Record<string, string | string[] | null>
  /** Search label; defaults to names and addresses. */
  label?: string
  placeholder?: string
}

interface StudioFilterProps {
  label: string
  choices: Choice[]
  states?: Choice[]
  search?: SearchBox
}

/** Filters a list by query parameters, so that it works without script and can be linked. */
export function StudioFilter({ label, choices, states, search }: StudioFilterProps) {
  return (
    <div className="st-filter">
      <Choices label={label} choices={choices} />
      {states ? <Choices label="Status" choices={states} /> : null}
      {search ? (
        <Form action={search.action} role="search" className="st-search" key={search.value}>
          {Object.entries(search.keep).map(([name, values]) =>
            [values ?? []]
              .flat()
              .map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
          )}
          <label className="vh" htmlFor="search">
            {search.label ?? 'Search names and emails'}
          </label>
          <input
            className="in"
            id="search"
            type="search"
            name="search"
            defaultValue={search.value}
            placeholder={search.placeholder ?? 'Name or email'}
            maxLength={100}
          />
          <button type="submit" className="btn btn--line btn--icon" aria-label="Search">
            <StudioIcon name="search" small />
          </button>
        </Form>
      ) : null}
    </div>
  )
}

function Choices({ label, choices }: { label: string; choices: Choice[] }) {
  return (
    <nav className="seg" aria-label={label}>
      {choices.map((choice) => (
        <Link key={choice.label} to={choice.to} aria-current={choice.isCurrent ? 'true' : undefined}>
          {choice.label}
        </Link>
      ))}
    </nav>
  )
}
