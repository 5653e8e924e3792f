import type { PageBody } from './model'

type Example = PageBody<'pricing'>['example']

/** What the lines come to. The page shows this figure and never one that somebody typed. */
export const totalOf = ({ lines }: Pick<Example, 'lines'>): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0)
