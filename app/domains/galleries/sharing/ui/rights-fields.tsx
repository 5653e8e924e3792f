import { DELIVERY_SIZES, type DeliverySize } from '../../access/model'
import { type ShareRights, SIZE_WORDS } from '../model'

interface RightsFieldsProps {
  /** Tells the fields of several forms on a page apart. */
  id: string
  rights: Pick<ShareRights, 'canFavorite' | 'sizes'>
  /** Sizes that the gallery gives at all. */
  given: readonly DeliverySize[]
}

/** What somebody may do beside looking. */
export function RightsFields({ id, rights, given }: RightsFieldsProps) {
  return (
    <fieldset className="st-share__rights">
      <legend className="vh">Permissions</legend>
      <label className="chk">
        <input type="checkbox" name="favorites" value="yes" defaultChecked={rights.canFavorite} />
        <span>Pick favorites</span>
      </label>
      {DELIVERY_SIZES.map((size) => (
        <label className="chk" key={size}>
          <input
            type="checkbox"
            name="sizes"
            value={size}
            defaultChecked={rights.sizes.includes(size)}
            aria-describedby={given.includes(size) ? undefined : `${id}-${size}`}
          />
          <span>
            Download: {SIZE_WORDS[size]}
            {given.includes(size) ? null : (
              <small id={`${id}-${size}`}>This gallery doesn’t offer this size right now.</small>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
