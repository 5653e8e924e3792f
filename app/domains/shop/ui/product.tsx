import { Form } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { money } from '~/platform/money'
import { ButtonLink } from '~/ui/button-link'
import { Facts } from '~/ui/facts'
import { Select } from '~/ui/field'
import { Html } from '~/ui/html'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import { optionField, type ProductPage, type ProductVariant, variantKey, variantLabel } from '../model'
import { ProductPrice } from './product-list'

interface ProductSheetProps {
  product: ProductPage
  /** The studio's text about ordering. */
  order: string
}

/** A product: photos, description, price and how to order. */
export function ProductSheet({ product, order }: ProductSheetProps) {
  const { slug, title, summary, details, photos, html, variants, options, soldOut } = product
  return (
    <div className="prod">
      {photos.length > 0 ? <Views photos={photos} /> : null}
      <div className="prod__text">
        <h1 className="d2">{title}</h1>
        <p className="lede ink2">{summary}</p>
        <p className="prod__price">
          <span className="t1">
            <ProductPrice product={product} />
          </span>
          {details ? (
            <span className="edge">
              <Facts facts={details.split(' · ')} />
            </span>
          ) : null}
          {soldOut ? <strong className="ui">Sold out</strong> : null}
        </p>
        {variants.length + options.length > 0 ? (
          <OrderForm product={product} />
        ) : soldOut ? null : (
          <p>
            <ButtonLink go to={paths.contact({ product: slug })}>
              Order by message
            </ButtonLink>
          </p>
        )}
        <Html className="prose" html={html} />
        <section className="prod__order" aria-labelledby="how-to-order">
          <h2 className="t3" id="how-to-order">
            How to order
          </h2>
          <p className="ui ink2">{order}</p>
        </section>
      </div>
    </div>
  )
}

/** Sizes and finishes with their prices, and options. What is chosen is named in the message. */
function OrderForm({ product: { slug, variants, options, soldOut } }: Pick<ProductSheetProps, 'product'>) {
  return (
    <Form method="get" action={paths.contact()} className="prod__vars">
      <input type="hidden" name="product" value={slug} />
      {variants.length > 0 ? <Variants variants={variants} soldOut={soldOut} /> : null}
      {options.map(({ name, choices }, at) => (
        <Select key={name} label={name} name={optionField(at)} disabled={soldOut}>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </Select>
      ))}
      {soldOut ? null : (
        <button type="submit" className="btn go">
          Order by message
        </button>
      )}
    </Form>
  )
}

function Variants({ variants, soldOut }: { variants: ProductVariant[]; soldOut: boolean }) {
  return (
    <fieldset>
      <legend className="vh">Variants</legend>
      {variants.map((variant, at) => (
        <label key={variantKey(variant)} className="chk">
          <input
            type="radio"
            name="variant"
            value={variantKey(variant)}
            defaultChecked={at === 0 && !soldOut}
            disabled={soldOut}
          />
          <span className="prod__var">
            <span>{variantLabel(variant)}</span>
            {variant.days === null ? null : (
              <span className="edge">{variant.days === 1 ? '1 day' : `${variant.days} days`}</span>
            )}
            <span className="amt">{money(variant.priceCents)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const viewId = (at: number) => `view-${at + 1}`

/** A product's photos. Each opens larger than the window, in a popover, which needs no script. */
function Views({ photos }: { photos: PhotoView[] }) {
  return (
    <div className="prod__pic">
      {photos.map((photo, at) => (
        <button key={photo.id} type="button" popoverTarget={viewId(at)} className="view">
          <Picture
            photo={photo}
            sizes={at === 0 ? '(min-width:64rem) 53vw, 92vw' : '(min-width:64rem) 17.3vw, 30vw'}
            {...(at === 0 ? {} : { ratio: '1/1' })}
            priority={at === 0}
          />
          <span className="vh">, zoom in</span>
        </button>
      ))}
      {photos.map((photo, at) => (
        <div
          key={photo.id}
          id={viewId(at)}
          className="zoom"
          popover="auto"
          data-theme="darkroom"
          onToggle={({ currentTarget }) => showMiddle(currentTarget)}
        >
          <div className="zoom__bar">
            <p className="edge">
              <span className="vh">Photo </span>
              {at + 1} <span className="vh">of</span>
              <span aria-hidden="true">/</span> {photos.length}
            </p>
            <button
              type="button"
              className="btn btn--quiet"
              popoverTarget={viewId(at)}
              popoverTargetAction="hide"
            >
              <Icon name="close" />
              Close
            </button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <section className="zoom__pan" tabIndex={0} aria-label="Enlarged photo">
            <Picture photo={photo} sizes="(min-width:75rem) 100vw, 1200px" />
          </section>
        </div>
      ))}
    </div>
  )
}

/** Scrolls an enlarged photo to its middle, which is more likely to be looked for than its upper left corner. */
function showMiddle(zoom: HTMLElement) {
  const pan = zoom.querySelector('.zoom__pan')
  pan?.scrollTo((pan.scrollWidth - pan.clientWidth) / 2, (pan.scrollHeight - pan.clientHeight) / 2)
}
