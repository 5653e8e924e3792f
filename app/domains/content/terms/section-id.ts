const LONGEST = 60

/** What else has an anchor on the page. */
const TAKEN = ['main', 'do-not-sell', 'do-not-sell-email']

/** The anchor of a new section: the words of its title, and a number when another section has them already. */
export function sectionId(title: string, others: readonly string[]): string {
  // A section’s heading has an anchor too.
  const taken = new Set([...TAKEN, ...others].flatMap((id) => [id, `${id}-title`]))
  const base = slugOf(title) || 'section'
  let id = base
  for (let n = 2; taken.has(id) || taken.has(`${id}-title`); n += 1) id = `${base}-${n}`
  return id
}

const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '')
