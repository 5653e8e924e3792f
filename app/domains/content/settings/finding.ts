import { SETTINGS_GROUPS, type SettingsGroup } from './fields'

/** The groups of settings that one finds by what they or their fields are called, with the fields that were meant. */
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
