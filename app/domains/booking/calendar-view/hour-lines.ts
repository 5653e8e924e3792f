/**
 * The lines of the hours as a CSS picture, where they are not an hour apart: in the week in which Lord Howe Island turns
 * its clock by half an hour. undefined: the style sheet draws them.
 * @param from where the shown part of the axis begins, in minutes; `--hh` is the height of an hour
 */
export function hourLines(hours: readonly { top: number }[], from: number): string | undefined {
  if (hours.every(({ top }) => (top - from) % 60 === 0)) return undefined
  const lines = hours.map(({ top }) => {
    const at = `calc(var(--hh) * ${(top - from) / 60}`
    return `transparent ${at} - 1px), var(--bd) ${at} - 1px) ${at}), transparent ${at})`
  })
  return `linear-gradient(180deg, ${lines.join(', ')})`
}
