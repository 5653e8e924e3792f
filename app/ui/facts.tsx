import { Fragment } from 'react'

/** Facts on a line, with a dot between two of them. No line begins or ends with one. */
export const Facts = ({ facts }: { facts: readonly string[] }) =>
  facts.map((fact, at) => (
    <Fragment key={fact}>
      {at > 0 ? <Dot /> : null}
      {fact}
    </Fragment>
  ))

/** A space with a dot, which is drawn on it, so that the browser leaves both out where a line ends. Read as a comma. */
export const Dot = () => (
  <i className="dot">
    <b>,</b>{' '}
  </i>
)
