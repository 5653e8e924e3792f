/** Facts on a line, with a dot between two of them. No line begins or ends with one. */
export const Facts = ({ facts }: { facts: readonly string[] }) =>
  facts.flatMap((fact, at) => (at ? [<Dot key={fact} />, fact] : fact))

/** A space with a dot, which is drawn on it, so that the browser leaves both out where a line ends. Read as a comma. */
export const Dot = () => (
  <i className="dot">
    <b>,</b>{' '}
  </i>
)
