import { SETTINGS_GROUPS, type SettingsGroup } from './fields'

/** Groups of settings whose name or fields match, with the matching fields. */
export function findSettingsGroups(
  words: string,
): { group: SettingsGroup; title: string; fields: string[] }[] {
  const sought = words.toLowerCase().split(' ')
  const has = (text: string) => sought.every((word) => text.toLowerCase().includes(word))
  return (Object.keys(SETTINGS_GROUPS) as SettingsGroup[]).flatMap((group) => {
    const { title, about, fields } = SETTINGS_GROUPS[group]
    const named = fields.map(({ label }) => label).filter(has)
    return named.length > 0 || has(`${title} ${about}`) ? [{ group, title, fields: named }] : []
  })
}
