import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { SavedNote } from '~/ui/studio/saved-note'
import { SETTINGS_GROUPS, type SettingsGroup } from '../settings/fields'
import type { PromoState } from '../shell'
import { HoursFields } from './hours-fields'
import { SettingControl } from './setting-control'

interface SettingsFormProps {
  group: SettingsGroup
  values: Record<string, string>
  version: number
  saved: boolean
  photos: { slug: string; title: string }[]
  zones: string[]
  /** Whether visitors see the promotion, on its own page. */
  promo?: PromoState['state'] | undefined
  /** The current state, or why some fields are read-only. */
  note?: string | undefined
  /** Names of the read-only fields. */
  fixed?: readonly string[]
  outcome: FormOutcome<string> | undefined
}

/** The form of a settings group. Saving publishes. */
export function SettingsForm(props: SettingsFormProps) {
  const { group, values, version, saved, photos, zones, promo, note, fixed = [], outcome } = props
  const { about, fields } = SETTINGS_GROUPS[group]
  const [isDirty, setDirty] = useState(false)
  const isBusy = useNavigation().state === 'submitting'
  const shown: Partial<Record<string, string>> = { ...values, ...outcome?.values }
  const errors = outcome?.errors ?? {}
  return (
    <Form
      method="post"
      className="st-sheet st-form"
      noValidate
      onChange={() => setDirty(true)}
      onSubmit={() => setDirty(false)}
    >
      <FormRefusal outcome={outcome} order={Object.keys({ ...values, ...errors })} />
      {saved && !outcome ? <SavedNote>{savedSentence(group, promo)}</SavedNote> : null}
      <p className="ink2">{about}</p>
      {note ? <p className="note">{note}</p> : null}
      <input type="hidden" name="version" value={version} />
      {group === 'hours' ? <HoursFields values={shown} errors={errors} /> : null}
      {fields.map((field) => (
        <SettingControl
          key={field.name}
          field={field}
          value={shown[field.name] ?? ''}
          error={errors[field.name]}
          photos={photos}
          zones={zones}
          readOnly={fixed.includes(field.name)}
        />
      ))}
      <div className="st-act">
        <button type="submit" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}

function savedSentence(group: SettingsGroup, promo: PromoState['state'] | undefined): string {
  if (group === 'sender') return 'Saved. Your next email will use this.'
  switch (promo) {
    case 'over':
      return 'Saved. The pop-up has ended, so visitors don’t see it.'
    case 'ahead':
      return 'Saved. Visitors will see the pop-up from its start date.'
    case 'off':
      return 'Saved. The pop-up is off, so visitors don’t see it.'
    case 'shown':
    case undefined:
      return 'Saved and published.'
  }
}
