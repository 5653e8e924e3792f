import type { PageBody } from './model'

type Example = PageBody<'pricing'>['example']

/** The sum of the lines. The page shows it, and never a typed total. */
export const totalOf = ({ lines }: Pick<Example, 'lines'>): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0)
