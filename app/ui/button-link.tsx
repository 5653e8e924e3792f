import { Link, type LinkProps } from 'react-router'

interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  /** `ink` is the primary style, used once per view. */
  variant?: 'ink' | 'line' | 'quiet' | undefined
  /** Adds an arrow after the label. */
  go?: boolean | undefined
  small?: boolean | undefined
  wide?: boolean | undefined
  className?: string | undefined
}

export function ButtonLink({ variant = 'ink', go, small, wide, className, ...link }: ButtonLinkProps) {
  const classes = [
    'btn',
    variant !== 'ink' && `btn--${variant}`,
    go && 'go',
    small && 'btn--sm',
    wide && 'btn--wide',
    className,
  ]
  return <Link className={classes.filter(Boolean).join(' ')} prefetch="intent" {...link} />
}
