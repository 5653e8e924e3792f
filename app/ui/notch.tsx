const edges = {
  wedding: 'M0 1H6l4 7 4-7h4l4 7 4-7h4H64',
  portrait: 'M0 1H6v3a4.5 4.5 0 0 0 9 0v-3h4H64',
  family: 'M0 1H6v3a4.5 4.5 0 0 0 9 0v-3h4v3a4.5 4.5 0 0 0 9 0v-3h4H64',
  prom: 'M0 1H6l4 7 4-7h4v3a4.5 4.5 0 0 0 9 0v-3h4H64',
  event: 'M0 1H6l4 7 4-7h4l4 7 4-7h4l4 7 4-7h4H64',
  headshot: 'M0 1H6v7h8v-7h4H64',
  product: 'M0 1H6v7h8v-7h4v7h8v-7h4H64',
} as const

/** The notch code of a session type, as on sheet film. Always shown beside the written name. */
export function Notch({ kind }: { kind: keyof typeof edges }) {
  return (
    <svg className="notch" viewBox="0 0 64 12" aria-hidden="true" focusable="false">
      <path d={edges[kind]} />
    </svg>
  )
}
