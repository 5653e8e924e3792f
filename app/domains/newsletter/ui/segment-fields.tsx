import { Field } from '~/ui/field'
import { PLACE_MAX, type Segment } from '../segments/segment'

interface Choice {
  id: string
  title: string
}

interface SegmentFieldsProps {
  segment: Segment
  tags: Choice[]
  sessionTypes: Choice[]
}

/** The conditions of a segment, read by `readSegment`. */
export function SegmentFields({ segment, tags, sessionTypes }: SegmentFieldsProps) {
  return (
    <>
      <Choices legend="With any of these tags" name="tag" choices={tags} chosen={segment.anyOf} />
      <Choices legend="Without these tags" name="without" choices={tags} chosen={segment.noneOf} />
      <fieldset className="sbs-set">
        <legend>Clicks</legend>
        <label className="chk">
          <input type="checkbox" name="clicked" value="yes" defaultChecked={segment.clicked} />
          <span>Clicked a link in a newsletter in the last 12 months</span>
        </label>
        <p className="small ink2">Known of newsletters whose clicks you count.</p>
      </fieldset>
      <Choices legend="Booked any of these" name="booked" choices={sessionTypes} chosen={segment.booked} />
      <fieldset className="sbs-set">
        <legend>Sessions</legend>
        <label className="chk">
          <input type="checkbox" name="quiet" value="yes" defaultChecked={segment.notBookedForYear} />
          <span>No session in the last 12 months, or never booked</span>
        </label>
        <Field
          label="City or location of a session"
          name="place"
          optional
          maxLength={PLACE_MAX}
          autoComplete="off"
          defaultValue={segment.place}
          hint="For example, a city, a park, or a ZIP code. Known from bookings."
        />
      </fieldset>
    </>
  )
}

interface ChoicesProps {
  legend: string
  name: string
  choices: Choice[]
  chosen: string[]
}

function Choices({ legend, name, choices, chosen }: ChoicesProps) {
  if (choices.length === 0) return null
  return (
    <fieldset className="sbs-set">
      <legend>{legend}</legend>
      {choices.map(({ id, title }) => (
        <label key={id} className="chk">
          <input type="checkbox" name={name} value={id} defaultChecked={chosen.includes(id)} />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  )
}
