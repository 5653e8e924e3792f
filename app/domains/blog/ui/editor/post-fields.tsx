import type { ChoosablePhoto } from '~/domains/photos/model'
import { PhotoField } from '~/domains/photos/ui/photo-field'
import type { FieldValues } from '~/platform/forms'
import { Field, Select, TextArea } from '~/ui/field'
import { TimeField } from '~/ui/studio/studio-zone'
import { EXCERPT_MAX, type PostState, RELATED_FIELDS, SEARCH_TITLE_MAX } from '../../editor/post-values'
import { type SharedAs, SharedPreview } from './shared-preview'

interface PostFieldsProps {
  shown: FieldValues
  errors: FieldValues
  photos: ChoosablePhoto[]
  state: PostState
  relatable: RelatableGroup[]
  shared: SharedAs
}

export interface RelatableGroup {
  label: string
  options: { value: string; label: string }[]
}

/** The fields of a post beside its title and its text. */
export function PostFields({ shown, errors, photos, state, relatable, shared }: PostFieldsProps) {
  const given = (name: string) => ({ name, defaultValue: shown[name] ?? '', error: errors[name] })
  return (
    <>
      <TextArea
        {...given('excerpt')}
        label="Excerpt"
        rows={2}
        maxLength={EXCERPT_MAX}
        hint="One or two sentences for the blog page, search results, and feeds."
      />
      <Field
        {...given('tags')}
        label="Tags"
        hint="Separated by commas. The first one is shown beside the date. For example, Weddings, Light."
      />
      <Field {...given('author')} label="Author" />
      <PhotoField {...given('cover')} label="Cover" optional photos={photos} />
      <Field
        {...given('slug')}
        label="URL slug"
        optional
        hint="Leave blank to make it from the title. If you change it later, old links redirect."
        autoComplete="off"
      />
      <div className="st-day">
        <Field
          {...given('date')}
          type="date"
          label={state === 'published' || state === 'unlisted' ? 'Published on' : 'Publish on'}
          optional
        />
        <TimeField {...given('time')} label="At" required={false} />
      </div>
      <p className="ink2">Leave the date blank to publish now. A date in the future schedules the post.</p>
      <Select
        {...given('visibility')}
        label="Visibility"
        hint="An unlisted post is on no page, in no feed, and not in search results. Anyone with its link can read it."
      >
        <option value="public">Public</option>
        <option value="unlisted">Unlisted</option>
      </Select>
      <fieldset className="ped-fields">
        <legend className="st-h2">Search and sharing</legend>
        <Field
          {...given('searchTitle')}
          label="Search title"
          optional
          maxLength={SEARCH_TITLE_MAX}
          hint="Leave blank for the title. About 60 characters are shown."
        />
        <TextArea
          {...given('searchDescription')}
          label="Search description"
          optional
          rows={2}
          maxLength={EXCERPT_MAX}
          hint="Leave blank for the excerpt. About 155 characters are shown."
        />
        <SharedPreview shown={shown} photos={photos} shared={shared} />
      </fieldset>
      <fieldset className="ped-fields">
        <legend className="st-h2">Related</legend>
        <p className="ink2">Shown below the post. Leave all blank to show what shares its tags.</p>
        {RELATED_FIELDS.map((name, at) => (
          <Select key={name} {...given(name)} label={`Related ${at + 1}`} optional>
            <option value="">Chosen by tags</option>
            {relatable.map((group) => (
              <optgroup key={group.label} label={group.label}>
                {group.options.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
            {shown[name] &&
            !relatable.some(({ options }) => options.some(({ value }) => value === shown[name])) ? (
              <option value={shown[name]}>Not on the site right now</option>
            ) : null}
          </Select>
        ))}
      </fieldset>
    </>
  )
}
