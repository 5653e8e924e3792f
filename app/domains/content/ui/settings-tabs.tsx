import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { SETTINGS_GROUPS, type SettingsGroup } from '../settings/fields'

/** The sender stands on the page for mail. */
const GROUPS = (Object.keys(SETTINGS_GROUPS) as SettingsGroup[]).filter((group) => group !== 'sender')

export function SettingsTabs({
  current,
}: {
  current: SettingsGroup | 'mail' | 'logo' | 'team' | 'calendars' | 'data'
}) {
  const tabs = [
    ...GROUPS.map((group) => ({
      key: group,
      label: SETTINGS_GROUPS[group].title,
      to: studioPaths.settings(group),
    })),
    { key: 'logo', label: 'Branding', to: studioPaths.settingsLogo() },
    { key: 'availability', label: 'Availability', to: studioPaths.availability() },
    { key: 'calendars', label: 'Calendar sync', to: studioPaths.settingsCalendars() },
    { key: 'mail', label: 'Email', to: studioPaths.settingsMail() },
    { key: 'team', label: 'Team', to: studioPaths.team() },
    { key: 'data', label: 'Export & data', to: studioPaths.settingsData() },
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
