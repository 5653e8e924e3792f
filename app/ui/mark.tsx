/** SVG paths of the grease pencil in a 100 × 100 box, which mark something as chosen. */
const strokes = {
  circle:
    'M63 3.5C40-1.5 8 4 3.5 33-1 62 10 92 44 96.5 76 100.5 99 80 97.5 47 96 19 76 4 50 5.5 33 6.5 19 12 10.5 24',
  box: 'M1.2 5C34 2 66 7 99 3 98.3 33 99.3 66 98.5 96 66 98 33 93 1.4 97 2 66 .8 33 1.8 -2',
  line: 'M1 45C26 22 66 20 99 38 72 40 40 52 20 78',
} as const

interface MarkProps {
  kind: keyof typeof strokes
  /** Animates once, when it first appears. */
  draw?: boolean | undefined
  className?: string | undefined
}

/** Decoration only: the control states the same by `aria-current` or `aria-pressed`. */
export function Mark({ kind, draw = false, className }: MarkProps) {
  const classes = ['mark', `mark--${kind}`, draw && 'mark--draw', className].filter(Boolean).join(' ')
  return (
    <svg className={classes} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path d={strokes[kind]} />
    </svg>
  )
}

/** The SVG filter of the wax texture, once per document. The stylesheet refers to it. */
export function WaxFilter() {
  return (
    <svg className="sprite" aria-hidden="true">
      <filter id="wax" x="-10%" y="-10%" width="120%" height="120%">
        <feTurbulence type="fractalNoise" baseFrequency=".35" numOctaves="3" seed="4" result="n" />
        <feDisplacementMap in="SourceGraphic" in2="n" scale="3" result="d" />
        <feColorMatrix
          in="n"
          type="matrix"
          values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2.2 2.2"
          result="m"
        />
        <feComposite in="d" in2="m" operator="in" />
      </filter>
    </svg>
  )
}
