import type { FieldValues } from '~/platform/forms'
import { Field } from '~/ui/field'
import { CAMPAIGN_LABELS, type CampaignState, PREHEADER_MAX, RATE_MAX, SUBJECT_MAX } from '../campaigns/model'

interface GivenFields {
  shown: FieldValues
  errors: FieldValues
}

/** The fields above the text. */
export function SubjectFields({ shown, errors }: GivenFields) {
  return (
    <>
      <Field
        name="subject"
        label="Subject"
        defaultValue={shown.subject}
        error={errors.subject}
        maxLength={SUBJECT_MAX}
        hint="Also the title above the text. {first name} becomes each reader’s first name."
      />
      <Field
        name="preheader"
        label="Preview text"
        optional
        defaultValue={shown.preheader}
        error={errors.preheader}
        maxLength={PREHEADER_MAX}
        hint="Shown beside the subject in the inbox."
      />
    </>
  )
}

/** How it is sent. */
export function SendingFields({ shown, errors }: GivenFields) {
  return (
    <>
      <Field
        name="rate"
        label="Emails a minute"
        inputMode="numeric"
        defaultValue={shown.rate}
        error={errors.rate}
        hint={`What your mail server allows, up to ${RATE_MAX.toLocaleString('en-US')}.`}
      />
      <label className="chk">
        <input type="checkbox" name="archive" value="yes" defaultChecked={shown.archive === 'yes'} />
        <span>Show it on the site once it’s sent, linked in the email</span>
      </label>
    </>
  )
}

const TAGS: Record<CampaignState, string> = {
  draft: 'tag',
  scheduled: 'tag tag--dev',
  sending: 'tag tag--dev',
  paused: 'tag tag--stop',
  stopped: 'tag',
  sent: 'tag tag--fix',
}

export const CampaignTag = ({ state }: { state: CampaignState }) => (
  <span className={TAGS[state]}>{CAMPAIGN_LABELS[state]}</span>
)
