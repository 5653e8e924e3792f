/** The pages that get a link: the ends, and the neighbors of the one that is shown. */
export function pageNumbers(page: number, pages: number): number[] {
  const all = Array.from({ length: pages }, (_, at) => at + 1)
  if (pages <= 7) return all
  return all.filter((number) => number === 1 || number === pages || Math.abs(number - page) <= 1)
}
