import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { SETTINGS_GROUPS, type SettingsGroup } from '../settings/fields'

const GROUPS = Object.keys(SETTINGS_GROUPS) as SettingsGroup[]

export function SettingsTabs({ current }: { current: SettingsGroup | 'mail' }) {
  const tabs = [
    ...GROUPS.map((group) => ({
      key: group,
      label: SETTINGS_GROUPS[group].title,
      to: studioPaths.settings(group),
    })),
    { key: 'mail', label: 'Mail', to: studioPaths.settingsMail() },
  ]
  return (
    <nav className="st-filter" aria-label="Settings">
      <div className="seg">
        {tabs.map(({ key, label, to }) => (
          <Link key={key} to={to} aria-current={key === current ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </div>
    </nav>
  )
}
